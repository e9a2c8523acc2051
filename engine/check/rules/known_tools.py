"""The tools that known agents bring along, and what the agents' documents and sources say of them.

Only what a name alone would get wrong, or leave open, stands here: `TodoWrite` writes nothing but the agent's own
list, and behind `Task` another agent may do anything. Looked at were, in 2026:

    Claude Code   the tools in its settings reference (code.claude.com/docs/en/settings)
    Codex         the tool handlers of openai/codex (codex-rs/core/src/tools)
    Gemini CLI    docs/tools of google-gemini/gemini-cli
    goose         the developer, todo and platform extensions of block/goose
    OpenHands     the tools of OpenHands/software-agent-sdk, and the older ones of OpenHands/OpenHands
    others        Cline and Roo Code (`attempt_completion`), smolagents (`final_answer`), Terminus
"""

from __future__ import annotations

from typing import Literal

_OWN_NOTES = "it only keeps the agent’s own list"
_ENDS = "it only ends the agent’s own run"
_ASKS = "it only asks the user"
_MODE = "it only switches how the agent works"
_LOOKS = "this agent’s tool of that name only reads"
_WAITS = "it only waits for something that runs already"
_OTHER_AGENT = "another agent works behind it, and may do anything"
_ANY_CODE = "it runs whatever code it is given"
_ANY_TEXT = "what it loads may lead to anything"
_EITHER = "it reads or changes files, as its command says"
_FILES = "this agent’s tool of that name changes files"
_TYPES = "it types into a program that runs"

Known = tuple[Literal["safe", "unsafe", "unknown"], str]
"""Whether the tool is safe, and why: a clause."""

_TABLE: dict[Known, str] = {
    ("safe", _OWN_NOTES): (
        "TodoWrite TodoRead TaskCreate TaskGet TaskList TaskUpdate update_plan write_todos todo_write todo_read "
        "todowrite todoread task_tracker update_todo_list"
    ),
    ("safe", _ENDS): (
        "finish FinishTool FinishAction complete_task mark_task_complete attempt_completion final_answer final_result "
        "task_complete"
    ),
    ("safe", _ASKS): "AskUserQuestion ask_user request_user_input ask_followup_question ask_human ask_user_question",
    ("safe", _MODE): "EnterPlanMode ExitPlanMode exit_plan_mode enter_plan_mode request_condensation ToolSearch",
    ("safe", _LOOKS): (
        "BashOutput NotebookRead ListMcpResourcesTool ReadMcpResourceTool LSP TaskOutput view_image glob "
        "codebase_investigator list_code_definition_names image_processor screen_capture list_windows web_read"
    ),
    ("safe", _WAITS): "wait_agent",
    ("unknown", _OTHER_AGENT): (
        "Task Agent spawn_agent delegate delegate_to_agent dispatch_agent new_task send_input close_agent "
        "subagent_execute_task create_task execute_task"
    ),
    ("unknown", _ANY_CODE): (
        "execute_ipython_cell code_execution code_interpreter js_repl python_interpreter run_python python "
        "browser_evaluate exec_command shell local_shell bash Bash terminal execute_bash run_shell_command "
        "run_terminal_cmd execute_command"
    ),
    ("unknown", _ANY_TEXT): "Skill SlashCommand activate_skill load_skill skill",
    ("unknown", _EITHER): "str_replace_editor str_replace_based_edit_tool file_editor text_editor",
    ("unsafe", _FILES): "apply_patch replace",
    ("unsafe", _TYPES): "write_stdin",
}

_BY_NAME = {name: known for known, names in _TABLE.items() for name in names.split()}


def known(name: str) -> Known | None:
    """What is known of a tool by its exact name; None where nothing is."""
    return _BY_NAME.get(name)
