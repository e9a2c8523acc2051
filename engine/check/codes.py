"""Every finding's code: how grave it is unless a rule says otherwise, its title, and what it means and asks for.

The list serves the rules, SARIF's rules and the page's help. A rule makes its findings with `finding`, so that a code
that is not listed cannot be used.
"""

from __future__ import annotations

from dataclasses import dataclass

from .finding import Finding, Severity
from .trail import Place


@dataclass(frozen=True)
class Code:
    """One kind of finding.

    Attributes:
        code: `group.name`.
        severity: its usual severity.
        title: a few words.
        help: why it matters, in one or two sentences.
        remedy: what to do, in one sentence.
    """

    code: str
    severity: Severity
    title: str
    help: str
    remedy: str


_LIST = (
    Code(
        "file.empty",
        "error",
        "An empty file",
        "There is nothing to check.",
        "Export the session again.",
    ),
    Code(
        "file.binary",
        "error",
        "A binary file",
        "The file is no text.",
        "Unpack it, or export the session as JSON.",
    ),
    Code(
        "file.encoding",
        "error",
        "Bytes that are no text",
        "The file is not in the encoding that it seems to be in; what stands there cannot be known.",
        "Export the file as UTF-8.",
    ),
    Code(
        "file.lone-surrogate",
        "warning",
        "Half a character",
        "A character was cut in two, so the text cannot be sent as it is.",
        "Find out where the text was cut, and export it again.",
    ),
    Code(
        "file.broken",
        "error",
        "A place that cannot be read",
        "Nothing behind this place of the value was read.",
        "Correct the file there.",
    ),
    Code(
        "file.cut-off",
        "error",
        "A value that is cut off",
        "The end of the file is missing, and with it the end of the session.",
        "Export the session again, complete.",
    ),
    Code(
        "file.trailing",
        "warning",
        "Something behind the end",
        "What stands behind the end of the value was not read.",
        "Take it out, or export as JSON Lines.",
    ),
    Code(
        "file.trailing-comma",
        "warning",
        "A comma too many",
        "Strict readers refuse the file.",
        "Take the comma out.",
    ),
    Code(
        "file.bad-escape",
        "warning",
        "An escape that JSON does not have",
        "Strict readers refuse the file.",
        "Correct the file there.",
    ),
    Code(
        "file.control-character",
        "warning",
        "A bare control character",
        "Strict readers refuse the file.",
        "Write it as an escape.",
    ),
    Code(
        "file.duplicate-key",
        "warning",
        "A key that stands twice",
        "Readers differ in which of the two values they take.",
        "Keep one of them.",
    ),
    Code(
        "file.not-a-number",
        "warning",
        "A number that JSON does not have",
        "NaN and infinity are no JSON; strict readers refuse the file.",
        "Write null, or the number as text.",
    ),
    Code(
        "file.number-range",
        "warning",
        "A number out of range",
        "Readers differ in what they make of it.",
        "Write the number as text.",
    ),
    Code(
        "file.too-deep",
        "warning",
        "Nested too deeply",
        "What is nested deeper than the reader allows is kept as text.",
        "Flatten the innermost values.",
    ),
    Code(
        "file.row-not-object",
        "warning",
        "A row that is no object",
        "No step is read from the row.",
        "Take the row out.",
    ),
    Code(
        "file.member-unread",
        "note",
        "Members of the archive that were not read",
        "They hold neither JSON nor YAML, so no step is read from them, and nothing is searched in them.",
        "Look whether one of them belongs to the session.",
    ),
    Code(
        "file.yaml-tag",
        "note",
        "A YAML tag",
        "A tag that is not known may stand for a value of another kind.",
        "Look whether the value is meant as it is read.",
    ),
    Code(
        "file.yaml-anchor",
        "error",
        "A YAML alias or merge key that is not read",
        "It has no anchor, stands inside what it names, takes in another mapping, or stands for far too much.",
        "Save the file as JSON, or write out what it stands for.",
    ),
    Code(
        "file.more",
        "note",
        "More of the same",
        "The first ones of a code are listed, the others are counted.",
        "Correct the listed ones, then check again.",
    ),
    Code(
        "missing.result",
        "error",
        "A call without its result",
        "A replay that answers tools from the export has nothing to answer this call with.",
        "Export the session again with every tool result, or let “Make it replayable” name the gap.",
    ),
    Code(
        "missing.result-content",
        "error",
        "A result without its content",
        "The file names a result and leaves its content out, so nothing can be given back in its place.",
        "Turn on content capture in the exporter and export again.",
    ),
    Code(
        "missing.call",
        "error",
        "A result without its call",
        "The history was cut or compacted: what the result answers, and with which arguments, is not in the file.",
        "Export the history before it was compacted.",
    ),
    Code(
        "missing.truncated",
        "warning",
        "A mark of truncation",
        "The file itself says that something was cut, compacted or summarised here.",
        "Export the history before it was cut.",
    ),
    Code(
        "missing.tool-name",
        "error",
        "A call without a name",
        "Nobody knows which tool was called, so the call can neither be compared nor made again.",
        "Export the session again with the names of its calls.",
    ),
    Code(
        "missing.arguments",
        "warning",
        "A call without its arguments",
        "What the tool was asked is not in the file, so a replay cannot compare it or ask it again.",
        "Turn on content capture in the exporter and export again.",
    ),
    Code(
        "missing.arguments-broken",
        "warning",
        "Arguments that cannot be read",
        "The arguments are text that is not a JSON object, so a replay can only compare them as text.",
        "Look whether the stream was cut off here, and export the whole call.",
    ),
    Code(
        "missing.initial-state",
        "warning",
        "No initial state",
        "What the session began with is not in the file. Whatever was built from it cannot be built again.",
        "Export the state together with the messages.",
    ),
    Code(
        "missing.instruction",
        "warning",
        "No instruction",
        "Every model turn read a system prompt that is not in the file, so its input cannot be compared.",
        "Export the system prompt together with the messages.",
    ),
    Code(
        "missing.model-version",
        "warning",
        "No model version",
        "The file does not say which model answered, so no model turn can be regenerated.",
        "Record the model's name from the response, not from the configuration.",
    ),
    Code(
        "missing.tool-definitions",
        "warning",
        "No tool definitions",
        "A model that is called again must be told the same tools; the file does not declare those that were called.",
        "Export the tools' declarations together with the messages.",
    ),
    Code(
        "missing.tool-undeclared",
        "warning",
        "A tool that is not among the declared ones",
        "The session calls a tool that its own file does not offer to the model, which cannot ask for it again.",
        "Declare the tool as it was when the session ran.",
    ),
    Code(
        "missing.sampling",
        "note",
        "No sampling parameters",
        "Temperature, seed and the like are not in the file; a regenerated turn would use today's defaults.",
        "Record the request's parameters with each model turn.",
    ),
    Code(
        "missing.attachment",
        "warning",
        "Something that lies outside the file",
        "An attachment, a link or a file id points at what the file does not hold and what may change or vanish.",
        "Put the content into the export, or record its digest.",
    ),
    Code(
        "missing.fragments",
        "warning",
        "Parts of a stream",
        "A streamed answer stops before its end, or its parts stand in the file without the whole.",
        "Record the joined message once the stream has ended.",
    ),
    Code(
        "missing.unread",
        "warning",
        "A part that was not understood",
        "The reader does not know this kind of part, so it stands in no step. What a model read of it is not known.",
        "Look whether it belongs to the session, and export it in another form if it does.",
    ),
    Code(
        "missing.branch",
        "note",
        "Another branch of the session",
        "A turn was taken back or tried in another way. Only the branch with which the session ends is read.",
        "Export the other branch by itself, if it is the one to replay.",
    ),
    Code(
        "missing.by-format",
        "note",
        "What the format never holds",
        "No file of this format says it, so its absence tells nothing of this session.",
        "Record it beside the file.",
    ),
    Code(
        "ambiguous.call-id-reused",
        "error",
        "A call id used again",
        "A replay that looks results up by id hands one call the result of another.",
        "Give each call an id of its own; “Make it replayable” numbers them by occurrence.",
    ),
    Code(
        "ambiguous.call-id-absent",
        "warning",
        "Calls without an id",
        "Without ids results can only be paired with calls by where they stand.",
        "Record the id with the call and with its result.",
    ),
    Code(
        "ambiguous.answered-twice",
        "error",
        "A call answered twice",
        "Two results answer one call, and the file does not say which of them the model went on with.",
        "Keep the result that the model read.",
    ),
    Code(
        "ambiguous.same-call-other-result",
        "warning",
        "The same call with another result",
        "Calls with equal arguments got different results. A replay that looks results up by arguments mixes them up.",
        "Answer such calls in the order in which they occurred.",
    ),
    Code(
        "ambiguous.paired-by-position",
        "warning",
        "Parallel results paired by position",
        "Several calls of one turn were answered, and only the order tells which result belongs to which call.",
        "Record the call's id with each result.",
    ),
    Code(
        "ambiguous.id-rewritten",
        "note",
        "An id that was rewritten",
        "A call bears another id in a later request than where it was made. They were matched by tool and arguments.",
        "Record the id that the model gave, and keep it.",
    ),
    Code(
        "underneath.model-alias",
        "warning",
        "An alias instead of a version",
        "The name stands for whatever the vendor puts behind it today: a regenerated turn may come from another model.",
        "Record the exact version that answered, and ask for that one.",
    ),
    Code(
        "underneath.model-differs",
        "warning",
        "Another model answered",
        "The model that was asked for and the one that answered are not the same.",
        "Ask for the model that answered, by its exact name.",
    ),
    Code(
        "underneath.model-changes",
        "warning",
        "Several versions in one session",
        "Turns of one conversation were answered by different versions, so no single version repeats them all.",
        "Ask each turn's own version, or take model turns from the export.",
    ),
    Code(
        "underneath.id-doubled",
        "warning",
        "A doubled id",
        "The id is the same text twice, as faulty joining of stream fragments leaves it.",
        "Join the fragments of a stream by their index, and take the id once.",
    ),
    Code(
        "underneath.id-malformed",
        "warning",
        "A malformed id",
        "The id is empty, very long or has characters that services refuse, so a replay's request may be rejected.",
        "Give the call an id of letters, digits, dashes and underscores.",
    ),
    Code(
        "underneath.clock",
        "warning",
        "An argument from the clock",
        "The argument holds a moment that nothing before it mentions. A regenerated turn would send another one.",
        "Freeze the clock for a replay, or compare without this field.",
    ),
    Code(
        "underneath.chance",
        "warning",
        "An argument from chance",
        "The argument holds a random value that nothing before it mentions. A regenerated turn would send another one.",
        "Fix the seed or the id for a replay, or compare without this field.",
    ),
    Code(
        "underneath.today",
        "warning",
        "A date that was today",
        "The date is that of the day on which the session ran. A replay tomorrow would use tomorrow's.",
        "Pass the session's date to the replay.",
    ),
    Code(
        "harm.changes-world",
        "error",
        "A call that changes the world",
        "Called live, the tool would act a second time: another refund, another message, another deletion.",
        "Answer this tool from the export, or mark it as safe if it is.",
    ),
    Code(
        "harm.unknown-tool",
        "error",
        "A call nobody vouches for",
        "Nothing tells whether the tool changes the world, so it counts as one that does.",
        "Answer this tool from the export, or mark it as safe or unsafe.",
    ),
    Code(
        "harm.refused",
        "warning",
        "A call that was refused",
        "The call was never carried out when the session ran. Called live, it would be carried out for the first time.",
        "Make sure that a replay refuses it too.",
    ),
    Code(
        "harm.paused",
        "warning",
        "A session that is paused",
        "It waits for an answer from outside. When it goes on, what waits begins anew: what it did before the pause "
        "is done a second time.",
        "Let it go on in a copy without effects, or put what must happen once behind the pause.",
    ),
    Code(
        "harm.outcome-unknown",
        "warning",
        "A change whose outcome is unknown",
        "The recording does not tell whether the change took place, so neither repeating nor skipping it is certain.",
        "Look up in the other system whether it took place.",
    ),
    Code(
        "harm.perhaps-twice",
        "warning",
        "A change that was perhaps made twice",
        "The call repeats one whose answer was lost. Whether the world was changed once or twice is not in the file.",
        "Look up in the other system how often it took place.",
    ),
    Code(
        "people.email",
        "error",
        "An email address",
        "Whoever has the file has the address.",
        "Make the file replayable: tokens take its place, the same everywhere.",
    ),
    Code(
        "people.phone",
        "error",
        "A phone number",
        "Whoever has the file has the number.",
        "Make the file replayable: tokens take its place, the same everywhere.",
    ),
    Code(
        "people.card",
        "error",
        "A payment card",
        "Whoever has the file has the card's number.",
        "Take it out of every log, and make the file replayable.",
    ),
    Code(
        "people.iban",
        "error",
        "A bank account",
        "Whoever has the file has the account's number.",
        "Make the file replayable: tokens take its place, the same everywhere.",
    ),
    Code(
        "people.ip",
        "warning",
        "An IP address",
        "An address can lead to a person or to a machine of yours.",
        "Make the file replayable: tokens take its place, the same everywhere.",
    ),
    Code(
        "people.secret",
        "error",
        "A key or a token",
        "Whoever has the file can act in your name.",
        "Withdraw the key, then make the file replayable.",
    ),
    Code(
        "people.header",
        "error",
        "An authorisation header",
        "Whoever has the file can act in your name.",
        "Withdraw the credential, then make the file replayable.",
    ),
    Code(
        "people.cookie",
        "error",
        "A cookie",
        "Whoever has the file may take over the session that it belongs to.",
        "End that session, then make the file replayable.",
    ),
    Code(
        "people.private-key",
        "error",
        "A private key",
        "Whoever has the file can act in your name.",
        "Withdraw the key, then make the file replayable.",
    ),
    Code(
        "people.birth-date",
        "error",
        "A birth date",
        "Together with a name it tells who somebody is.",
        "Make the file replayable: tokens take its place, the same everywhere.",
    ),
    Code(
        "people.id-number",
        "error",
        "The number of an identity document",
        "Whoever has the file has the number.",
        "Make the file replayable: tokens take its place, the same everywhere.",
    ),
    Code(
        "people.name",
        "warning",
        "A person's name",
        "Whoever has the file knows who it is about.",
        "Make the file replayable: tokens take its place, the same everywhere.",
    ),
    Code(
        "people.street",
        "warning",
        "A street address",
        "Whoever has the file knows where somebody lives.",
        "Make the file replayable: tokens take its place, the same everywhere.",
    ),
    Code(
        "people.home",
        "note",
        "The owner of a home folder",
        "The name of an account is often the name of a person.",
        "Make the file replayable: tokens take its place, the same everywhere.",
    ),
    Code(
        "people.host",
        "note",
        "A computer's name",
        "The name of a computer often tells whose it is.",
        "Make the file replayable: tokens take its place, the same everywhere.",
    ),
    Code(
        "people.mask",
        "warning",
        "A mask in an argument",
        "A placeholder stands where a value was; a replay would send the placeholder.",
        "Put a consistent token there, and answer this tool from the export.",
    ),
    Code(
        "people.mask-read",
        "warning",
        "A mask in what a model reads",
        "A placeholder stands where a value was when the session ran; a model that is called again reads another text.",
        "Put a consistent token there before the file is written, and take model turns from the export.",
    ),
    Code(
        "people.unopened",
        "error",
        "Something packed that was not searched",
        "Something packed inside the file was not searched to its end; whose data lies in it, nobody knows.",
        "Make the file replayable, which puts a placeholder there, or look into it yourself.",
    ),
    Code(
        "rejected.signed-data",
        "warning",
        "Signed thinking that holds people’s data",
        "What is replaced in signed thinking breaks its signature, and the service refuses the request.",
        "Make the file replayable: the block is left out whole, and named.",
    ),
    Code(
        "rejected.order",
        "error",
        "Results that do not follow their calls",
        "A service refuses a history in which something stands between a call and its result.",
        "Put the results of all calls directly behind them, before anything else is said.",
    ),
    Code(
        "rejected.unpaired",
        "error",
        "Calls and results that do not pair",
        "A service refuses a history with a call that is not answered, or a result of no call.",
        "Add the missing half, or take the other one out.",
    ),
    Code(
        "rejected.signature",
        "error",
        "A missing signature",
        "A service refuses thinking, or a call made after thinking, that does not bear the signature it came with.",
        "Record the signature with what it signs, or take the thinking out of the history.",
    ),
    Code(
        "rejected.reasoning-alone",
        "error",
        "Reasoning without what belongs to it",
        "A service refuses a reasoning item without its summary, or without what it led to.",
        "Keep what the reasoning led to directly behind it, or take the reasoning out.",
    ),
    Code(
        "rejected.reasoning-left-out",
        "error",
        "A turn without its reasoning",
        "A service refuses a history in which a turn has lost the reasoning that led to it.",
        "Record the reasoning with each turn, or take the items’ ids out.",
    ),
    Code(
        "rejected.reasoning-not-stored",
        "error",
        "Reasoning that nobody kept",
        "An id names reasoning that the service did not store, so it is not found when it is sent again.",
        'Ask for the encrypted content (`include: ["reasoning.encrypted_content"]`), or take the reasoning out.',
    ),
    Code(
        "rejected.empty",
        "error",
        "An empty message or part",
        "A service refuses a history with a message, or a block of text, that holds nothing.",
        "Take the empty part out.",
    ),
    Code(
        "rejected.arguments",
        "error",
        "Arguments that are not taken",
        "A service refuses a history with a call whose arguments are no JSON object.",
        "Put `{}` in their place, and let the result say that the call was broken.",
    ),
    Code(
        "rejected.image",
        "error",
        "An image that is not taken",
        "A service refuses an image that is too large, damaged, or of another type than is declared.",
        "Make the image smaller, or correct what is declared.",
    ),
    Code(
        "rejected.cache-marks",
        "error",
        "Too many cache marks",
        "A service refuses a request with more marks for its cache than it has room for.",
        "Keep the last ones, and take the others out.",
    ),
    Code(
        "rejected.prefill",
        "error",
        "A conversation that ends with the model’s own words",
        "Newer models do not go on with words of their own: a request must end with a user or a tool.",
        "Put the two answers together, or what was said between them back in.",
    ),
    Code(
        "rejected.name",
        "error",
        "A name or an id that is not taken",
        "A service refuses names of tools and ids of calls that are too long or have other characters.",
        "Use letters, digits, dashes and underscores, for the tool and in the history alike.",
    ),
    Code(
        "rejected.number",
        "warning",
        "A number that not every reader takes alike",
        "Readers in JavaScript round an integer beyond 2 to the power of 53, so that another number is sent again.",
        "Record such numbers as text.",
    ),
)

CODES: dict[str, Code] = {code.code: code for code in _LIST}
"""Every code, by its name; within a group findings are shown in this order, the gravest first."""


def finding(
    code: str,
    place: Place,
    reason: str,
    step: str | None = None,
    *,
    severity: Severity | None = None,
    about: str = "",
) -> Finding:
    """A finding of a listed code, with the code's remedy.

    Args:
        code: a key of `CODES`; KeyError for any other.
        place: where in the file.
        reason: one sentence that says what was found.
        step: the id of the entry it belongs to.
        severity: where it is not the code's usual one.
        about: what it is about, where that is not what the reason says.
    """
    listed = CODES[code]
    return Finding(code, severity or listed.severity, place, reason, listed.remedy, step, about)
