"""Arrays that code made, given to ``posenc check``: which definition they are, or which mistake they contain."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from posenc_cli.cli import options
from posenc_cli.cli.frame import Output, Reply
from posenc_cli.errors import ExitCode, UsageError
from posenc_cli.files.paths import user_path

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from posenc_cli.arrays.candidates import Asked
    from posenc_cli.arrays.recognised import Raw
    from posenc_cli.cli.checking import Asked as AskedOfAnswers
    from posenc_cli.cli.outcomes import Outcomes

#: Files that hold arrays and no answers.
_SUFFIXES = frozenset({".npy", ".npz", ".safetensors"})
#: Files in which every array has a name.
_NAMING = (".npz", ".safetensors", ".json")
#: Arrays of a file that are all looked at.
_FEW = 8
#: Ends of names that arrays of positions have in files of many.
_USUAL = ("pe", "pos_embed", "inv_freq", "position_embeddings", "embed_positions.weight", "cos_cached", "values")


@dataclass(frozen=True)
class ArrayOptions:
    """What was said on the command line about an array; None where nothing was."""

    encoding: options.ArrayEncoding = None
    params: options.Params = None
    model: options.ArrayModel = None
    part: options.Part = None
    what: options.What = None
    before: options.Before = None
    tensor: options.Tensor = None

    @property
    def named(self) -> dict[str, object]:
        """The options by name."""
        return {
            "--encoding": self.encoding,
            "--param": self.params,
            "--model": self.model,
            "--part": self.part,
            "--what": self.what,
            "--before": self.before,
            "--tensor": self.tensor,
        }

    def asked(self, answers: Sequence[str]) -> bool:
        """Is an array to be looked at, and no answers?

        Raises:
            UsageError: options for arrays beside answers.
        """
        if any((self.encoding, self.model, self.what, self.before)):
            return True
        if any(Path(answer).suffix.lower() in _SUFFIXES for answer in answers):
            return True
        for option, value in self.named.items():
            if value is not None:
                raise UsageError("arrays.only-with-arrays", option=option)
        return False


def look(asked: ArrayOptions, answers: AskedOfAnswers, outcomes: Outcomes, out: Output, *, teacher: bool) -> Reply:
    """Look at an array, or at all of a file whose names tell what they are.

    Args:
        asked: about the array.
        answers: the other options of the command, which are about answers,
        outcomes: and what may be made of those,
        out: where to,
        teacher: and whether right values are shown of them.

    Raises:
        UsageError: several files, or options that go with answers only.
        InputError: a file that cannot be read.
    """
    from posenc_cli.arrays.diagnose import diagnose
    from posenc_cli.cli.sparing import in_params, named, spare
    from posenc_cli.cli.values import said, together
    from posenc_cli.files.configs import config_path
    from posenc_cli.render.arrays import FORMATS, Looked

    if len(answers.answers) > 1:
        raise UsageError("arrays.several-files", given=len(answers.answers))
    of_answers = {"--sheet": answers.sheet, "--seed": answers.seed, "--teacher": teacher or None}
    for option, value in (of_answers | said(answers.marking, answers.tables, outcomes)).items():
        if value is not None:
            raise UsageError("arrays.not-with-arrays", option=option)
    together({"--model": asked.model}, apart={"--encoding": asked.encoding, "--d": answers.d, "--base": answers.base})
    path = user_path(answers.answers[0])
    read = named(asked.before, *in_params(asked.params))
    spare([path, *read, *map(config_path, named(asked.model))], named(out.output))
    expected, options_said = _asked(asked, answers), _said(asked, answers)
    looked = []
    for tensor in _tensors(asked, path):
        found = diagnose(_raw(asked, path, tensor), expected, asked.what)
        apart = tensor is not None and asked.tensor is None
        name = f"{path.name} ({tensor})" if apart else path.name
        more = (("--tensor", tensor),) if apart and tensor else ()
        looked.append(Looked(name, found, answers.answers[0], (*options_said, *more), tensor or ""))
    right = all(each.found.right for each in looked)
    return Reply(tuple(looked), FORMATS, (), ExitCode.FINE if right else ExitCode.INCORRECT)


def _tensors(asked: ArrayOptions, path: Path) -> list[str | None]:
    """The arrays of a file that are looked at, by name: of a few all that are called as such arrays are."""
    from posenc_cli.arrays.recognised import is_known
    from posenc_cli.files.mapped import names_in

    if asked.tensor is not None or asked.before is not None:
        return [asked.tensor]
    names = names_in(path)
    known = [name for name in names if is_known(name)]
    if len(known) < len(names):  # beside weights, a bias is that of a layer
        known = [name for name in known if not name.lower().endswith("bias")]
    return [*known] if known and 1 < len(names) <= _FEW else [None]


def _said(asked: ArrayOptions, answers: AskedOfAnswers) -> tuple[tuple[str, str], ...]:
    """The options that were given, as they were given."""
    given: dict[str, object] = {"-e": asked.encoding, "--model": asked.model, "--part": asked.part}
    given |= {"--what": asked.what, "--before": asked.before, "--tensor": asked.tensor}
    given |= {
        "--d": answers.d,
        "--base": answers.base,
        "--pos": answers.pos,
        "--first-pos": answers.first_pos or None,
        **_dashed(answers.conventions),
    }
    said_so = [(option, str(value)) for option, value in given.items() if value is not None]
    return (*said_so, *(("-p", each) for each in asked.params or ()))


def _dashed(named: Mapping[str, str | None]) -> dict[str, str | None]:
    return {f"--{name}": value for name, value in named.items()}


def _raw(asked: ArrayOptions, path: Path, tensor: str | None) -> Raw:
    from posenc_cli.arrays.recognised import Raw
    from posenc_cli.files.mapped import read_array

    if asked.tensor is not None and path.suffix.lower() not in _NAMING:
        raise UsageError("arrays.no-names", path=path, option="--tensor", known=", ".join(_NAMING))
    after = read_array(path, tensor, _USUAL)
    before = None
    if asked.before is not None:
        before = read_array(user_path(asked.before), asked.tensor, _USUAL)
        if before.values.shape != after.values.shape:
            shapes = {"before": str(before.values.shape), "after": str(after.values.shape)}
            raise UsageError("arrays.before-shape", **shapes)
    return Raw(after.values, after.bits, after.name, None if before is None else before.values)


def _asked(asked: ArrayOptions, answers: AskedOfAnswers) -> Asked:
    from posenc_cli.arrays.asking import asked as found
    from posenc_cli.cli.parameters import read
    from posenc_cli.cli.values import positions

    conventions = {name: value for name, value in answers.conventions.items() if value is not None}
    parameters: dict[str, Any] = dict(conventions)
    if answers.base is not None:
        parameters["base"] = answers.base
    encoding = asked.encoding
    if asked.params or parameters:
        encoding = encoding or (None if asked.model else "sinusoidal")
    if asked.params:
        parameters |= read(encoding or _of_model(asked), asked.params)
    at = None if answers.pos is None else positions(answers.pos)
    return found(encoding, asked.model, answers.d, answers.first_pos, parameters, positions=at, part=asked.part)


def _of_model(asked: ArrayOptions) -> str:
    from posenc_cli.arrays.asking import asked as found

    scheme = found(None, asked.model, None, 0, {}, part=asked.part).scheme
    return scheme.encoding.name if scheme is not None else "sinusoidal"
