"""Speech or not, frame by frame. The only module that imports webrtcvad."""

from __future__ import annotations

import webrtcvad

from voiceduet.asr.ports import SAMPLE_RATE_HZ, AudioFrame
from voiceduet.asr.samples import level_db

PIECE_LENGTHS_S = (0.03, 0.02, 0.01)
"""The frame lengths that the detector takes."""


class WebrtcSpeechDetector:
    """WebRTC's detector, which looks at the spectrum and follows the noise, behind a floor of loudness."""

    def __init__(self, aggressiveness: int = 3, floor_db: float = -65.0) -> None:
        """`aggressiveness` 0–3: how readily sound is taken for noise. Sound below `floor_db` (dBFS) is never speech."""
        if not 0 <= aggressiveness <= 3:
            raise ValueError(f"aggressiveness must be 0 to 3, not {aggressiveness}")
        self._aggressiveness = aggressiveness
        self._floor_db = floor_db
        self._engine = webrtcvad.Vad(aggressiveness)

    def is_speech(self, frame: AudioFrame) -> bool:
        """Whether the frame holds speech; its first 30, 20 or 10 ms are looked at, shorter frames hold none."""
        level = level_db([frame.samples])
        if level is None or level < self._floor_db:
            return False
        for length_s in PIECE_LENGTHS_S:
            length_bytes = round(length_s * SAMPLE_RATE_HZ) * 2
            if len(frame.samples) >= length_bytes:
                return bool(self._engine.is_speech(frame.samples[:length_bytes], SAMPLE_RATE_HZ))
        return False

    def reset(self) -> None:
        """Forget the noise that was followed."""
        self._engine = webrtcvad.Vad(self._aggressiveness)
