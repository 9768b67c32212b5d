"""Speech or not, frame by frame. The only module that imports webrtcvad."""

from __future__ import annotations

import math
from collections import deque

import webrtcvad

from voiceduet.asr.ports import SAMPLE_RATE_HZ, AudioFrame
from voiceduet.asr.samples import level_db

PIECE_LENGTHS_S = (0.03, 0.02, 0.01)
"""The frame lengths that the detector takes."""
SMOOTHED_S = 0.15
"""Stretch over which a level is averaged before it may count as noise: longer than the gaps inside a word."""
MEMORY_S = 4.0
"""The quietest stretch of this time is the noise of the room: longer than anybody speaks without a gap."""


class NoiseFloor:
    """The level of the room's noise: the quietest smoothed level of the last seconds, in dBFS."""

    def __init__(self, quiet_db: float) -> None:
        self._quiet_db = quiet_db
        self._recent: deque[tuple[float, float]] = deque()
        self._quietest: deque[tuple[float, float]] = deque()
        self._now_s = 0.0

    def hear(self, level: float, duration_s: float) -> float:
        """Take a frame's level; return the floor. Before it has heard enough the room counts as quiet."""
        self._now_s += duration_s
        self._recent.append((self._now_s, 10 ** (level / 10)))
        while self._recent[0][0] <= self._now_s - SMOOTHED_S:
            self._recent.popleft()
        smoothed = 10 * math.log10(sum(power for _, power in self._recent) / len(self._recent))
        while self._quietest and self._quietest[-1][1] >= smoothed:
            self._quietest.pop()
        self._quietest.append((self._now_s, smoothed))
        while self._quietest[0][0] <= self._now_s - MEMORY_S:
            self._quietest.popleft()
        return self._quiet_db if self._now_s < MEMORY_S else self._quietest[0][1]


class WebrtcSpeechDetector:
    """WebRTC's detector, which looks at the spectrum, above the noise of the room, which takes out hum and chatter."""

    def __init__(self, aggressiveness: int = 3, floor_db: float = -65.0, above_noise_db: float = 8.0) -> None:
        """`aggressiveness` 0–3: how readily sound is taken for noise. Sound below `floor_db` (dBFS) is never speech.

        Neither is sound less than `above_noise_db` above the noise of the room.
        """
        if not 0 <= aggressiveness <= 3:
            raise ValueError(f"aggressiveness must be 0 to 3, not {aggressiveness}")
        self._aggressiveness = aggressiveness
        self._floor_db = floor_db
        self._above_noise_db = above_noise_db
        self._noise = NoiseFloor(floor_db - above_noise_db)
        self._engine = webrtcvad.Vad(aggressiveness)

    def is_speech(self, frame: AudioFrame) -> bool:
        """Whether the frame holds speech; its first 30, 20 or 10 ms are looked at, shorter frames hold none."""
        level = level_db([frame.samples])
        if level is None:
            return False
        noise_db = self._noise.hear(level, frame.duration_s)
        for length_s in PIECE_LENGTHS_S:
            length_bytes = round(length_s * SAMPLE_RATE_HZ) * 2
            if len(frame.samples) >= length_bytes:
                is_voiced = self._engine.is_speech(frame.samples[:length_bytes], SAMPLE_RATE_HZ)
                return bool(is_voiced) and level >= max(self._floor_db, noise_db + self._above_noise_db)
        return False

    def reset(self) -> None:
        """Forget what the spectrum was like; the noise of the room stays."""
        self._engine = webrtcvad.Vad(self._aggressiveness)
