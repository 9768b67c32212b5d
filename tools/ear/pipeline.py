"""From nothing to a model folder, step by step."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path

from tools.ear.asterisk import FOLDER as PROMPTS
from tools.ear.asterisk import asterisk_utterances, wide_utterances
from tools.ear.borrowed import speak_borrowed
from tools.ear.diphones import Voice, diphone_voices
from tools.ear.evaluation import Examiner, held_out
from tools.ear.festvox import festvox_utterances
from tools.ear.foreign import foreign_sounds
from tools.ear.lexicon import load_accentor, make_lexicon, read_stress, stressed, two_stresses, write_stress
from tools.ear.model_folder import note_in_order, unknown_cost, write_model
from tools.ear.prosody import Durations
from tools.ear.records import load_records, make_records, save_records
from tools.ear.retro import INSTALL, VOICES, can_speak, retro_speaker
from tools.ear.settings import WIDE_SUFFIX, Settings
from tools.ear.stamps import FOLDER, foreign_stamp_utterances, stamp_utterances
from tools.ear.steps import EarError, Steps, say
from tools.ear.synthesis import Sayings, Speaker, espeak_speaker, festival_speaker, synthesize
from tools.ear.utterances import LIST_NAME, Utterance, read_list
from tools.ear.words import Vocabulary, cost_of, make_vocabulary
from voiceduet.asr.pronunciation import is_said_in_two_ways
from voiceduet.asr.wordgraph.folder import read_graph, with_words, write_graph

RATIO_OF_FESTIVAL = 3
"""espeak-ng says so many times as much as festival, and as each old voice of retro-ru-tts."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where utterances come from."""

    name: str
    utterances: Callable[[], list[Utterance]]
    is_synthetic: bool


class Pipeline:
    """All steps with their files in a working folder."""

    def __init__(self, work: Path, settings: Settings, speech: Path | None, start: Path | None = None) -> None:
        """`speech`: more of it; `start`: a network that is trained further."""
        self._work = work
        self._settings = settings
        self._speech = speech
        self._start = start
        self._steps = Steps(work)
        self._words = work / "words.json"
        self._stress = work / "stress.tsv"
        self._checkpoint = work / "network.pt"

    def build(self, out: Path) -> None:
        """Do everything that is not done yet."""
        settings, start = self._settings, self._mark_of_start()
        mark = self._steps.run("words", settings.mark("frequent_words", "nouns"), self._make_words)
        mark = self._steps.run("stress", mark, self._mark_stress)
        spoken = mark + settings.mark("seed", "synthetic")
        self._steps.run("espeak", spoken, lambda: self._speak("espeak", espeak_speaker(), settings.synthetic))
        festival = settings.synthetic // RATIO_OF_FESTIVAL
        self._steps.run("festival", spoken, lambda: self._speak("festival", festival_speaker(), festival))
        for voice_name in _old_voices():
            speaker = retro_speaker(voice_name)
            self._steps.run(
                f"retro-{voice_name}", spoken, partial(self._speak, f"retro-{voice_name}", speaker, festival)
            )
        voices = _installed_voices()
        spoken += str(settings.borrowed)
        for voice in voices:
            self._steps.run(f"voice-{voice.name}", spoken, partial(self._borrow, voice))
        sources = self._sources(voices)
        for source in sources:
            self._steps.run(f"features-{source.name}", self._mark_of(source, spoken), partial(self._prepare, source))
        trained = spoken + settings.mark() + ",".join(source.name for source in sources) + start
        self._begin_anew(trained)
        self._steps.run("training", trained, lambda: self._train([source.name for source in sources]))
        self._steps.run("model", f"{trained} {out.resolve()}", lambda: self._export(out))
        self.examine(out)

    def examine(self, model: Path) -> None:
        """Play the held-out prompts to a model and tell how many it heard."""
        examiner, items = Examiner(model, self._settings.seed), held_out()
        hearable = examiner.hearable(items)
        print(f"held-out prompts: {len(items)}; with all words in the vocabulary: {len(hearable)}")
        print(f"held-out prompts, clean: {examiner.examine(hearable)}")
        print(f"held-out prompts, room and 10 dB noise: {examiner.examine(hearable, noisy=True)}")

    def extend(self, model: Path, out: Path) -> None:
        """Copy a model with those words of the vocabulary, and ways to say its words, that it lacks.

        Its network stays as it is.
        """
        if out.exists():
            raise EarError(f"{out} is there already; name another folder or remove it")
        graph = read_graph(model / "graph")
        several = two_stresses()
        lacking = [word for word in make_vocabulary(self._settings).all if word not in graph.words]
        lacking += [word for word in graph.words if word in several or is_said_in_two_ways(word)]
        lexicon = make_lexicon(lacking, stressed(lacking, load_accentor()), several)
        extended, added = with_words(graph, lexicon, {word: cost_of(word) for word in lexicon})
        shutil.copytree(model, out, copy_function=shutil.copyfile)
        write_graph(out / "graph", extended)
        note_in_order(out / "graph", [(word, way) for word in added for way in lexicon[word]], cost_of)
        say(f"{out}: {len(added)} words more or said in more ways, {len(extended.words)} in all")

    def _mark_of(self, source: Source, spoken: str) -> str:
        own = self._settings.mark("seed", "copies", "recordings")
        return f"{own} {spoken if source.is_synthetic else ''}"

    def _make_words(self) -> None:
        self._work.mkdir(parents=True, exist_ok=True)
        content = json.dumps(asdict(make_vocabulary(self._settings)), ensure_ascii=False)
        self._words.write_text(content, encoding="utf-8")

    def _vocabulary(self) -> Vocabulary:
        content = json.loads(self._words.read_text(encoding="utf-8"))
        return Vocabulary(**{name: tuple(words) for name, words in content.items()})

    def _mark_stress(self) -> None:
        write_stress(self._stress, stressed(self._vocabulary().all, load_accentor()))

    def _speak(self, name: str, speaker: Speaker, count: int) -> None:
        sayings = Sayings(self._vocabulary(), read_stress(self._stress))
        synthesize(self._work / "speech" / name, sayings, speaker, count, self._settings.seed)

    def _mark_of_start(self) -> str:
        if self._start is None:
            return ""
        if not self._start.is_file():
            raise EarError(f"{self._start} is no network to train further; name a network.pt or leave --start out")
        if self._start.resolve() == self._checkpoint.resolve():
            raise EarError(f"{self._start} is what this training writes; copy it elsewhere and name the copy")
        return sha256(self._start.read_bytes()).hexdigest()[:16]

    def _borrow(self, voice: Voice) -> None:
        sayings = Sayings(self._vocabulary(), read_stress(self._stress))
        durations = Durations.of(festvox_utterances())
        count = round(voice.share * self._settings.borrowed)
        seed = self._settings.seed + diphone_voices().index(voice)
        speak_borrowed(voice, self._work / "speech" / voice.name, sayings, durations, count, seed)

    def _sources(self, voices: list[Voice]) -> list[Source]:
        speech = self._work / "speech"
        sources = [
            Source("festvox", festvox_utterances, is_synthetic=False),
            Source("asterisk", lambda: asterisk_utterances(load_accentor()), is_synthetic=False),
            Source("espeak", partial(read_list, speech / "espeak"), is_synthetic=True),
            Source("festival", partial(read_list, speech / "festival"), is_synthetic=True),
            *(Source(f"voice-{it.name}", partial(read_list, speech / it.name), is_synthetic=True) for it in voices),
            *(
                Source(f"retro-{it}", partial(read_list, speech / f"retro-{it}"), is_synthetic=True)
                for it in _old_voices()
            ),
            *_wide_sources(),
            *_stamp_sources(),
        ]
        if self._speech is None:
            say("no folder of further speech is named (--speech); training without it")
            return sources
        lists = sorted(self._speech.glob(f"*/{LIST_NAME}"))
        if not lists:
            raise EarError(f"{self._speech} has no folders with a {LIST_NAME}; name another or leave --speech out")
        for path in lists:
            sources.append(Source(f"speech-{path.parent.name}", partial(read_list, path.parent), is_synthetic=True))
        return sources

    def _prepare(self, source: Source) -> None:
        utterances = source.utterances()[: self._settings.recordings]
        copies = max(self._settings.copies - source.is_synthetic, 1)
        records = make_records(utterances, copies, self._settings.seed, source.name)
        save_records(self._features_of(source.name), records)

    def _features_of(self, name: str) -> Path:
        return self._work / "features" / f"{name}.npz"

    def _begin_anew(self, mark: str) -> None:
        """Drop a half-trained network that was made from something else."""
        note = self._work / "network.mark"
        if not note.is_file() or note.read_text(encoding="utf-8") != mark:
            self._checkpoint.unlink(missing_ok=True)
            note.write_text(mark, encoding="utf-8")

    def _train(self, names: list[str]) -> None:
        from tools.ear.training import Trainer  # noqa: PLC0415 - needs torch

        records = [record for name in names for record in load_records(self._features_of(name))]
        Trainer(records, self._settings, self._checkpoint, self._start).run()

    def _export(self, out: Path) -> None:
        from tools.ear.export import to_nnet  # noqa: PLC0415 - needs torch
        from tools.ear.network import load_checkpoint  # noqa: PLC0415 - needs torch

        network, content = load_checkpoint(self._checkpoint)
        words = self._vocabulary().all
        lexicon = make_lexicon(words, read_stress(self._stress), two_stresses())
        cost = unknown_cost(content["after"].double().numpy(), self._settings.unknown_scale)
        out.parent.mkdir(parents=True, exist_ok=True)
        write_model(out, to_nnet(network), lexicon, {word: cost_of(word) for word in lexicon}, cost)
        say(f"{out}: {len(lexicon)} words")


def _old_voices() -> list[str]:
    """The voices of retro-ru-tts, if it is here and works."""
    if can_speak():
        return list(VOICES)
    say(f"training without retro-ru-tts, which is not installed or does not work: {INSTALL}")
    return []


def _wide_sources() -> list[Source]:
    """The Asterisk prompts at 16 kHz, if they are installed."""
    if not any(PROMPTS.glob(f"*{WIDE_SUFFIX}")):
        say(
            "training without asterisk-core-sounds-ru-g722, which is not installed: the prompts as a telephone has them"
        )
        return []
    return [Source("asterisk-wide", lambda: wide_utterances(load_accentor()), is_synthetic=False)]


def _stamp_sources() -> list[Source]:
    """The recordings of tuxpaint-stamps-default, if it is installed."""
    if not FOLDER.is_dir():
        say("training without the recordings of tuxpaint-stamps-default, which is not installed")
        return []
    languages, _ = foreign_sounds()
    return [
        Source("stamps", lambda: stamp_utterances(load_accentor()), is_synthetic=False),
        *(Source(f"stamps-{it}", partial(foreign_stamp_utterances, it), is_synthetic=True) for it in languages),
    ]


def _installed_voices() -> list[Voice]:
    """The voices of other languages that are here; the others are named and left out."""
    voices = diphone_voices()
    absent = [voice.package for voice in voices if not voice.is_installed]
    if absent:
        say(f"training without the voices of these packages, which are not installed: {', '.join(absent)}")
    return [voice for voice in voices if voice.is_installed]
