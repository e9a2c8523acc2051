"""A file as it is: its values, the place of each, and the defects of the file itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from ...base.json_text import Json
from ..finding import Finding
from ..trail import Place
from .decode import decode
from .defects import Defect, Defects
from .locate import Locator
from .packed import ZIP, Archive, Member, Unpacked, unpack
from .paths import Part, Path, path_text
from .positions import Lines
from .texts import Values, read_text
from .widths import LONGER

Kind = Literal["json", "jsonl", "yaml", "zip"]

_HEAD = 64
_LISTED = 5
_YAML = (".yaml", ".yml")


@dataclass(frozen=True)
class Source:
    """A file that was read as far as it goes.

    Attributes:
        name: what to call it, usually the file's name.
        kind: how it is written.
        documents: the value of a JSON or YAML file, alone; the rows of JSON Lines. Empty where nothing could be read.
            Of an archive, an object of its members' values, by their names.
        defects: what is wrong with the file as a file, group `file`.
        members: of an archive, those that hold JSON or YAML, by name. Their places begin with that name; line and
            column are those in the member.
        within: the path at which its value stands in the archive.
    """

    name: str
    kind: Kind
    documents: Sequence[Json] = field(repr=False)
    defects: tuple[Finding, ...]
    _lines: Lines = field(repr=False, compare=False)
    _locator: Locator = field(repr=False, compare=False)
    members: Mapping[str, Source] = field(default_factory=dict, repr=False)
    within: Path = ()

    @property
    def value(self) -> Json:
        """The file's value: the list of rows for JSON Lines; None where nothing could be read."""
        if self.kind == "jsonl":
            return self.documents
        return self.documents[0] if self.documents else None

    def place(self, parts: Sequence[Part] = ()) -> Place:
        """The place of a value.

        Args:
            parts: its JSON path; for JSON Lines it begins with the row's index. A path may go on into text that is
                itself JSON; line and column are then those of the text.
        """
        if parts and parts[0] in self.members:
            return self.members[str(parts[0])].place(parts[1:])
        path = path_text((*self.within, *parts))
        document, inner = (0, parts) if self.kind != "jsonl" else (parts[0] if parts else 0, parts[1:])
        offset = self._locator.offset(document, inner) if isinstance(document, int) else None
        return Place(path) if offset is None else Place(path, *self._lines.position(offset))

    def forget_text(self) -> None:
        """Let go of the file's text, which is needed for places alone; no place can be asked any more."""
        self._lines.forget()
        self._locator.forget()
        for member in self.members.values():
            member.forget_text()


def read_source(data: bytes | bytearray, name: str = "input") -> Source:
    """Read a file, as far as it goes; whatever is wrong with it is a defect of the result, never an error.

    A gzip or Zstandard file is opened first, and so is a ZIP archive, whose members are read one by one.

    Args:
        data: its bytes.
        name: what to call it.

    Returns:
        The source; without documents where nothing could be read, and then with a defect of severity error.
    """
    if data.startswith(ZIP):
        return _read_archive(Archive(data), name)
    defects = Defects()
    packed = unpack(data)
    content = [data if packed is None else _unpacked(packed, defects)]
    del data, packed
    return _read_plain(content, name, defects)


def _read_plain(content: list[bytes | bytearray], name: str, defects: Defects) -> Source:
    """Read bytes that are not packed; they are taken out of the list, so that nobody holds them longer than needed."""
    text, escapes = decode(content.pop(), defects)
    if not text.strip() and not defects.noted:
        defects.add(Defect("file.empty", "error", 0, "The file is empty.", "Export the session again."))
    read = read_text(text, defects) if text.strip() else Values("json")
    text = _narrow(text)
    lines = Lines(text, escapes, LONGER)
    locator = Locator(text, read.roots, read.documents, read.marks)
    return Source(name, read.kind, read.documents, defects.findings(lines.position), lines, locator)


def _unpacked(packed: Unpacked, defects: Defects) -> bytes:
    if packed.fault is not None:
        reason = f"The file cannot be unpacked whole: {packed.fault}."
        defects.add(Defect("file.cut-off", "error", 0, reason, "Unpack it by hand, or export the session again."))
    return packed.data


def _narrow(text: str) -> str:
    """The text with a question mark for every character beyond Latin-1, in one byte each: enough to find places in."""
    return text if text.isascii() else text.encode("latin-1", "replace").decode("latin-1")


# Archives


def _read_archive(archive: Archive, name: str) -> Source:
    """The members that hold JSON or YAML; a defect for each that cannot be opened, and for those that hold neither."""
    if archive.members is None:
        reason = "The file is a ZIP archive whose directory cannot be read: it is damaged or cut off."
        return _archive_source(name, {}, [Finding("file.binary", "error", Place(""), reason, "Pack it again.")])
    defects: list[Finding] = []
    members: dict[str, Source] = {}
    texts = [member for member in archive.members if _holds_text(archive, member)]
    for member in texts:
        found = archive.open(member)
        if found.fault is not None:
            reason = f"The member {member.name} cannot be opened whole: {found.fault}."
            defects.append(_unopened(path_text((member.name,)), reason))
        if found.data:
            members[member.name] = _as_member(_read_plain([found.data], member.name, Defects()))
            defects.extend(members[member.name].defects)
    if len(texts) < len(archive.members):
        defects.append(_left_aside([member.name for member in archive.members if member not in texts]))
    return _archive_source(name, members, defects)


def _archive_source(name: str, members: dict[str, Source], defects: Sequence[Finding]) -> Source:
    values = {member: source.value for member, source in members.items()}
    nowhere = Locator("", (), (), {})
    return Source(name, "zip", [values] if values else [], tuple(defects), Lines(""), nowhere, members)


def _holds_text(archive: Archive, member: Member) -> bool:
    """Whether a member holds JSON, by how it begins, or YAML, by its name; one that is closed is looked at later."""
    found = archive.open(member, _HEAD)
    begins = found.data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    return begins in (b"{", b"[") or member.name.endswith(_YAML) or (not found.data and found.fault is not None)


def _as_member(source: Source) -> Source:
    """A source whose places begin with its name in the archive."""
    within = (source.name,)
    placed = (
        replace(item, place=replace(item.place, path=_beneath(source.name, item.place.path))) for item in source.defects
    )
    return replace(source, within=within, defects=tuple(placed))


def _beneath(name: str, path: str) -> str:
    separator = "." if path and not path.startswith("[") else ""
    return f"{path_text((name,))}{separator}{path}"


def _unopened(path: str, reason: str) -> Finding:
    return Finding("file.broken", "error", Place(path), reason, "Unpack the archive by hand, or pack it again.")


def _left_aside(names: Sequence[str]) -> Finding:
    listed = ", ".join(names[:_LISTED]) + (f" and {len(names) - _LISTED} more" if len(names) > _LISTED else "")
    reason = f"Members that hold no JSON were not read: {listed}."
    return Finding("file.member-unread", "note", Place(""), reason, "Look whether one of them belongs to the session.")
