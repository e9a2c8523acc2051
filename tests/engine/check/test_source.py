"""A file as it is: encodings, defects with their line and column, places, and how YAML is read."""

from __future__ import annotations

import json
import time
import tracemalloc
from typing import Any

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.base.json_text import DEEPEST
from engine.check.formats import read_trails
from engine.check.reading.defects import MOST_OF_A_CODE
from engine.check.reading.paths import path_text
from engine.check.reading.source import Source, read_source
from engine.check.reading.yaml_scalars import Binary
from engine.check.trail import Place


def source(text: str) -> Source:
    """The source of a text in UTF-8."""
    return read_source(text.encode("utf-8", "surrogatepass"))


def defects(text: str) -> list[tuple[str, int | None, int | None]]:
    """Code, line and column of every defect of a text."""
    return [(found.code, found.place.line, found.place.column) for found in source(text).defects]


VALUE = {"city": "Zürich", "list": [1, 2.5, None, True], "emoji": "🦊"}


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"]
)
def test_encodings(encoding: str) -> None:
    """With a byte order mark and without."""
    read = read_source(json.dumps(VALUE, ensure_ascii=False).encode(encoding))
    assert (read.kind, read.value, read.defects) == ("json", VALUE, ())


def test_rows_in_utf_16() -> None:
    """As PowerShell writes them: with a mark, and with carriage returns."""
    read = read_source('{"a": 1}\r\n{"a": 2}\r\n'.encode("utf-16"))
    assert (read.kind, list(read.documents), read.defects) == ("jsonl", [{"a": 1}, {"a": 2}], ())


@pytest.mark.parametrize(
    ("text", "value", "found"),
    [
        ('{"a": 1, "a": 2}', {"a": 2}, [("file.duplicate-key", 1, 10)]),
        (
            '{"a": [NaN,\n-Infinity]}',
            {"a": ["NaN", "-Infinity"]},
            [("file.not-a-number", 1, 8), ("file.not-a-number", 2, 1)],
        ),
        ('{"a": 1e999}', {"a": "1e999"}, [("file.number-range", 1, 7)]),
        ("[1, 2,]", [1, 2], [("file.trailing-comma", 1, 6)]),
        ('{"a": {"b": 1,}}', {"a": {"b": 1}}, [("file.trailing-comma", 1, 14)]),
        ('{"a": 1} and more', {"a": 1}, [("file.trailing", 1, 10)]),
        ('[{"a": 1},\n {"b": "cut', [{"a": 1}, {"b": "cut"}], [("file.cut-off", 2, 8)]),
        ('[{"a": 1}, {"b":', [{"a": 1}, {}], [("file.cut-off", 1, 17)]),
        ("[1, [2, 3}", [1, [2, 3]], [("file.broken", 1, 10), ("file.broken", 1, 10), ("file.trailing", 1, 10)]),
        ('{"a": "x\ty"}', {"a": "x\ty"}, [("file.control-character", 1, 7)]),
        ('{"a": "\\q"}', {"a": "\\q"}, [("file.bad-escape", 1, 7)]),
        ('{"a": "\\ud83e"}', {"a": "\ud83e"}, [("file.lone-surrogate", 1, 8)]),
        ('{"a": "\\\\ud83e"}', {"a": "\\ud83e"}, []),
        ('{"a": "\\ud83e\\udd8a"}', {"a": "🦊"}, []),
        ('{"a": 1 "b": 2}', {"a": 1, "b": 2}, [("file.broken", 1, 9)]),
        ("[1 2]", [1, 2], [("file.broken", 1, 4)]),
        ("[true false\n null]", [True, False, None], [("file.broken", 1, 7), ("file.broken", 2, 2)]),
        ("[-1 NaN]", [-1, "NaN"], [("file.broken", 1, 5), ("file.not-a-number", 1, 5)]),
        ("[1 what]", [1], [("file.broken", 1, 4)]),
        ('{"a": 1 2}', {"a": 1}, [("file.broken", 1, 9)]),
        ("{'a': 1}", {}, [("file.broken", 1, 2)]),
    ],
)
def test_defects_and_what_is_read_past_them(text: str, value: object, found: list[Any]) -> None:
    """Each defect at its line and column; all that can be read is read."""
    assert source(text).value == value
    assert defects(text) == found


def visit(read: Source, value: Any, path: tuple[str | int, ...] = ()) -> None:
    """Ask for the place of each value, and see that the text there begins as it does."""
    read.place(path)
    if isinstance(value, (dict, list)):
        for part, inner in value.items() if isinstance(value, dict) else enumerate(value):
            visit(read, inner, (*path, part))


def damaged(depth: int) -> st.SearchStrategy[str]:
    """JSON in which commas are one too many and keys stand twice."""
    if not depth:
        return st.sampled_from(["1", '"s"', "null"])
    inner = damaged(depth - 1)
    end = st.sampled_from(["", ","])
    lists = st.builds(lambda items, end: f"[{','.join(items)}{end}]", st.lists(inner, max_size=3), end)
    members = st.lists(st.builds('"{}":{}'.format, st.sampled_from("ab"), inner), max_size=3)
    return lists | st.builds(lambda items, end: f"{{{','.join(items)}{end}}}", members, end) | inner


@given(damaged(4))
@example('{"a":[1,],"a":2,"b":[[5],[6,7],[8]],"c":{"x":1,}}')
def test_each_value_of_damaged_json_has_a_place(text: str) -> None:
    """A value that a second one of its key replaced leaves no offsets behind: a later container may have its id."""
    read = source(text)
    visit(read, read.value)


def test_a_surrogate_as_bytes() -> None:
    """UTF-8 has no surrogates; some writers write them."""
    read = source('{"a": "\ud83e"}')
    assert read.value == {"a": "\ud83e"}
    assert [found.code for found in read.defects] == ["file.lone-surrogate"]


def test_bytes_that_are_no_utf_8() -> None:
    """They are read as the replacement character, and told."""
    read = read_source(b'{"name": "caf\xe9"}')
    assert read.value == {"name": "caf\ufffd"}
    assert [found.code for found in read.defects] == ["file.encoding"]


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"", "file.empty"), (b"\n ", "file.empty"), (b"\x89PNG\0", "file.binary"), (b"PK\3\4", "file.binary")],
)
def test_what_cannot_be_read(data: bytes, code: str) -> None:
    """No documents, and one defect that says why."""
    read = read_source(data)
    assert list(read.documents) == []
    assert [found.code for found in read.defects] == [code]


def test_rows_with_defects() -> None:
    """A broken row costs only itself; one that is no object is kept; the last may be cut off."""
    text = '{"a": 1}\n\nnot json\n17\n{"b": [1,]}\n{"c": "cut'
    assert list(source(text).documents) == [{"a": 1}, 17, {"b": [1]}, {"c": "cut"}]
    assert defects(text) == [
        ("file.broken", 3, 1),
        ("file.row-not-object", 4, 1),
        ("file.trailing-comma", 5, 9),
        ("file.cut-off", 6, 7),
    ]


def test_values_in_a_row_over_several_lines() -> None:
    """As a console exporter prints them."""
    read = source('{\n "a": 1\n}\n{\n "b": [\n  2]\n}\n')
    assert (read.kind, list(read.documents), read.defects) == ("jsonl", [{"a": 1}, {"b": [2]}], ())
    assert read.place((1, "b", 0)) == Place("[1].b[0]", 6, 3)


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a":' * 100_000, "[" * 5000 + "]" * 5000, "- " * 5000, "k: " + "{a: " * 5000]
)
def test_deep_nesting_ends(text: str) -> None:
    """Bounded, and told; the rest of JSON is kept as text."""
    read = source(text)
    assert "file.too-deep" in [found.code for found in read.defects]
    depth, value = 0, read.value
    while isinstance(value, (dict, list)) and value:
        depth, value = depth + 1, next(iter(value.values())) if isinstance(value, dict) else value[0]
    assert depth <= DEEPEST + 1


def test_many_defects_are_counted() -> None:
    """The first ones are told one by one."""
    read = source("[" + ", ".join(["NaN"] * 500) + "]")
    assert len(read.defects) == MOST_OF_A_CODE + 1
    assert "450 more" in read.defects[-1].reason


# Places


def test_places_of_json() -> None:
    """Line and column of a value, by its path; a path into text ends at the text."""
    read = source('{\n  "a": [\n    {"b": "é",   "c": [1,\n 2]}\n  ],\n  "d.e": null\n}')
    assert read.place(("a", 0, "c", 1)) == Place("a[0].c[1]", 4, 2)
    assert read.place(("a", 0, "c")) == Place("a[0].c", 3, 23)
    assert read.place(("d.e",)) == Place('["d.e"]', 6, 10)
    assert read.place(("a", 0, "b", "x", 3)) == Place("a[0].b.x[3]", 3, 11)
    assert read.place() == Place("", 1, 1)


def test_places_of_rows() -> None:
    """The path begins with the row; blank lines do not count as rows, broken ones neither."""
    read = source('\n{"a": [1]}\n\n??\n{"a": [NaN, {"b": 2}]}\n')
    assert read.place((0, "a", 0)) == Place("[0].a[0]", 2, 8)
    assert read.place((1, "a", 1, "b")) == Place("[1].a[1].b", 5, 19)
    assert read.place((9,)) == Place("[9]")


KEYS = st.text(alphabet='abc."[]\\é\n', max_size=4)
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(alphabet='ab"\\{}[]:,é🦊\n', max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=30,
)


def paths(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[tuple[str | int, ...], Any]]:
    """All paths of a value."""
    found = [(path, value)]
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        found += paths(inner, (*path, key))
    return found


@given(JSON_VALUES, st.sampled_from([None, 1, 3]), st.booleans())
def test_every_place_is_where_the_value_stands(value: Any, indent: int | None, spoiled: bool) -> None:
    """Reading from a value's place on gives that value, whether the file is sound or read piece by piece."""
    root = {"root": value, **({"x": 1} if spoiled else {})}
    text = json.dumps(root, indent=indent, ensure_ascii=False)
    text = text[:-1] + ', "x": NaN}' if spoiled else text
    read = source(text)
    lines = text.split("\n")
    for path, inner in paths(value, ("root",)):
        place = read.place(path)
        assert place.path == path_text(path)
        assert place.line is not None
        assert place.column is not None
        rest = "\n".join([lines[place.line - 1][place.column - 1 :], *lines[place.line :]])
        assert json.JSONDecoder().raw_decode(rest)[0] == inner


@given(st.lists(st.dictionaries(st.sampled_from("abc"), JSON_VALUES, max_size=3), min_size=2, max_size=5))
def test_rows_are_read_as_json_reads_them(rows: list[Any]) -> None:
    """JSON Lines, and the same as one list."""
    assert list(source("\n".join(map(json.dumps, rows))).documents) == rows
    assert source(json.dumps(rows)).value == rows


# YAML


def plain(value: Any) -> Any:
    """What PyYAML reads, as JSON has it."""
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, list) else value


TEXTS = st.text(alphabet="ab :#-'\"\\{}[],&*!|>%@`?~é🦊\n\t.0123456789", max_size=40)
YAML_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | TEXTS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text("abc-é", min_size=1, max_size=5), inner, max_size=4)
    ),
    max_leaves=20,
)
STYLES = st.sampled_from(
    [
        {"default_flow_style": False},
        {"default_flow_style": None},
        {"default_flow_style": False, "width": 15},
        {"default_flow_style": True, "width": 30},
        {"default_style": '"'},
        {"default_style": "'", "width": 20},
        {"default_style": "|"},
        {"default_style": ">", "width": 20},
        {"default_flow_style": False, "allow_unicode": True, "indent": 4, "explicit_start": True},
    ]
)


class NoAliases(yaml.SafeDumper):
    """Writes every value where it stands."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002
        """Always."""
        return True


@given(st.dictionaries(st.text("abc", min_size=1, max_size=4), YAML_VALUES, min_size=1, max_size=4), STYLES)
def test_what_pyyaml_writes_is_read_as_pyyaml_reads_it(value: Any, style: dict[str, Any]) -> None:
    """Whatever style it is written in."""
    text = yaml.dump(value, Dumper=NoAliases, **style)
    read = source("# a comment\n" + text if "---" not in text else text)
    if read.kind == "yaml":
        assert read.value == plain(yaml.safe_load(text))
        assert [found.code for found in read.defects] == []


@st.composite
def shared_values(draw: st.DrawFn) -> Any:
    """A value in which some lists and objects occur more than once, also inside each other."""
    pool: list[Any] = draw(st.lists(YAML_VALUES, min_size=1, max_size=3))
    for _ in range(draw(st.integers(1, 4))):
        chosen = draw(st.lists(st.sampled_from(range(len(pool))), min_size=1, max_size=3))
        pool.append({str(place): pool[index] for place, index in enumerate(chosen)} if draw(st.booleans()) else chosen)
        pool.append([pool[index] for index in chosen])
    return {"all": pool}


@given(shared_values(), STYLES)
def test_what_pyyaml_writes_with_aliases_is_read_as_pyyaml_reads_it(value: Any, style: dict[str, Any]) -> None:
    """It names by itself whatever occurs twice."""
    text = yaml.safe_dump(value, **style)
    read = source("# a comment\n" + text if "---" not in text else text)
    if read.kind == "yaml":
        assert read.value == plain(yaml.safe_load(text))
        assert [found.code for found in read.defects] == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: &x !!str 1\nb: *x\n", {"a": "1", "b": "1"}),
        ("a: !!str &x 1\nb: [*x, {c: *x}]\n", {"a": "1", "b": ["1", {"c": "1"}]}),
        ("- &x a: 1\n  b: 2\n- *x\n", [{"a": 1, "b": 2}, "a"]),
        ("- &x\n  a: 1\n- *x # again\n", [{"a": 1}, {"a": 1}]),
        ("a: &x |\n  one\n  two\nb: *x\n", {"a": "one\ntwo\n", "b": "one\ntwo\n"}),
        ("a: &x\nb: *x\n", {"a": None, "b": None}),
        ("a: &x {b: 1}\nc: *x\nd: *x\n", {"a": {"b": 1}, "c": {"b": 1}, "d": {"b": 1}}),
        ("--- {&k a: &v [1, {b: c}], d: *v, e: *k}\n", {"a": [1, {"b": "c"}], "d": [1, {"b": "c"}], "e": "a"}),
    ],
)
def test_anchors_and_aliases(text: str, value: object) -> None:
    """As PyYAML reads them: an anchor names its node, before a key the key."""
    assert yaml.safe_load(text) == value
    read = source(text)
    assert (read.kind, read.value, read.defects) == ("yaml", value, ())


def test_an_alias_gives_a_copy_whose_parts_stand_at_the_anchor() -> None:
    """The alias itself stands where it is written."""
    read = source("a: &x\n  b: [1, 2]\nc: *x\n")
    assert read.value["a"] is not read.value["c"]
    assert read.place(("c",)) == Place("c", 3, 4)
    assert read.place(("c", "b", 1)) == Place("c.b[1]", 2, 10)


def test_aliases_cannot_stand_for_gigabytes() -> None:
    """Each line doubles the one before it; the reading ends soon, and what was read stays small."""
    lines = ["a0: &a0 [xxxxxxxxxx]", *(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 60))]
    start = time.process_time()
    read = source("\n".join(lines))
    assert time.process_time() - start < 2
    assert [found.code for found in read.defects] == ["file.yaml-anchor"]
    assert "10 times" in read.defects[0].reason
    assert 5 < len(read.value) < 30


def test_aliases_cannot_nest_without_end() -> None:
    """Each line is one level deeper than the one before it."""
    lines = ["a0: &a0 [x]", *(f"a{n}: &a{n} [*a{n - 1}]" for n in range(1, 2 * DEEPEST))]
    read = source("\n".join(lines))
    assert [found.code for found in read.defects] == ["file.too-deep"]


@given(st.text("ab \n", max_size=12), st.sampled_from(["|", "|-", "|+", ">", ">-", ">+"]), st.integers(0, 2))
def test_a_literal_at_the_end_of_a_file_gains_nothing(body: str, head: str, cut: int) -> None:
    """Where no line break ends the file, none ends its text."""
    text = f"a: {head}\n  x" + body.replace("\n", "\n  ") + "\n" * cut
    assert source(text).value == yaml.safe_load(text)


def test_binary_scalars_are_their_base64() -> None:
    """As text without line breaks, marked as binary."""
    read = source("a: !!binary |\n  aGVs\n  bG8=\nb: 1\n")
    assert read.value == {"a": "aGVsbG8=", "b": 1}
    assert isinstance(read.value["a"], Binary)


@pytest.mark.parametrize(
    ("text", "value", "found"),
    [
        ("a: *x\nb: 1\n", {"a": None}, [("file.yaml-anchor", 1, 4)]),
        ("a: &x [1, *x]\n", {"a": [1, None]}, [("file.yaml-anchor", 1, 11)]),
        ("&x\na: 1\nb:\n- *x\nc: 1\n", {"a": 1, "b": [None]}, [("file.yaml-anchor", 4, 3)]),
        ("a: &x {b: 1}\nc:\n  <<: *x\n  d: 2\n", {"a": {"b": 1}, "c": {}}, [("file.yaml-anchor", 3, 3)]),
        ("a: {<<: {b: 1}}\nc: 1\n", {"a": {}}, [("file.yaml-anchor", 1, 5)]),
        ('"<<": 1\na: "*x"\n', {"<<": 1, "a": "*x"}, []),
        ("a: &x 1\n*x : 2\n", {"a": 1}, [("file.broken", 2, 1)]),
        ("a: 1\na: 2\n", {"a": 2}, [("file.duplicate-key", 2, 1)]),
        ("a: !odd 1\n", {"a": 1}, [("file.yaml-tag", 2, 1)]),
        ("a: 'cut\n  off", {"a": "cut\n  off"}, [("file.cut-off", 1, 4)]),
        ("a: [1, 2\n", {"a": [1, 2]}, [("file.broken", 2, 1)]),
        ("a:\n\tb: 1\n", {"a": None}, [("file.broken", 2, 1)]),
        ("a: 1\n--- \nb: 2\n", {"a": 1}, [("file.trailing", 2, 1)]),
        ("a: 'x' y\n", {"a": "x"}, [("file.broken", 1, 7)]),
        ("- a\n  - b\n c\n", ["a - b c"], []),
    ],
)
def test_yaml_with_defects(text: str, value: object, found: list[Any]) -> None:
    """Read as far as it goes."""
    assert source(text).value == value
    assert defects(text) == found


def test_places_of_yaml() -> None:
    """Where the value begins, on its key's line or on the next."""
    read = source("list:\n- one: 1\n  two:\n    three: x\n- {a: [b, c]}\n")
    assert read.place(("list", 0, "two", "three")) == Place("list[0].two.three", 4, 12)
    assert read.place(("list", 0, "two")) == Place("list[0].two", 4, 5)
    assert read.place(("list", 1, "a", 1)) == Place("list[1].a[1]", 5, 11)


# Time and memory


def _session(steps: int) -> list[dict[str, Any]]:
    text = "lorem " * 100
    return [{"role": "user", "content": [{"type": "text", "text": f"{number} {text}"}]} for number in range(steps)]


def _seconds(data: bytes) -> float:
    start = time.process_time()
    read = read_source(data)
    for row in range(0, len(read.value), 1):
        read.place((row, "content", 0))
    return time.process_time() - start


@pytest.mark.parametrize("form", ["json", "pretty", "rows", "cut", "commas"])
def test_time_is_linear(form: str) -> None:
    """Five times the steps take at most about five times as long, sound or not."""

    def data(steps: int) -> bytes:
        rows = _session(steps)
        texts = {
            "json": lambda: json.dumps(rows),
            "pretty": lambda: json.dumps(rows, indent=2),
            "rows": lambda: "\n".join(map(json.dumps, rows)),
            "cut": lambda: json.dumps(rows)[:-9],
            "commas": lambda: json.dumps(rows).replace("}]}", "},]}"),
        }
        return texts[form]().encode()

    small, large = data(1000), data(5000)
    assert min(_seconds(large) for _ in range(2)) < 8 * max(min(_seconds(small) for _ in range(3)), 0.01)


@pytest.mark.parametrize("form", ["json", "rows"])
def test_memory_is_bounded(form: str) -> None:
    """Less than five times the file, with the file itself."""
    rows = _session(4000)
    data = (json.dumps(rows) if form == "json" else "\n".join(map(json.dumps, rows))).encode()
    del rows
    tracemalloc.start()
    read = read_source(data)
    for row in range(4000):
        read.place((row, "content", 0))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak + len(data) < 5 * len(data)


def test_a_file_that_is_cut_off_early_is_said_to_be_cut_off() -> None:
    """Rather than of an unknown format: that is why none is to be seen."""
    with pytest.raises(InputError, match="ends in the middle") as refused:
        read_trails(read_source(b'{"messages":[{"role":', "cut.json"), None)
    assert refused.value.place == "cut.json, line 1, column 22"
