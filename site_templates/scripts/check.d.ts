/** The shapes of what is shown of a check, see `engine/check/telling/page_excerpt.py` and `engine/check.schema.json`. */

export interface Finding {
  code: string;
  severity: "error" | "warning" | "note";
  path: string;
  line: number | null;
  column: number | null;
  step: string | null;
  reason: string;
  remedy: string;
  times: number;
  places: { path: string; line: number | null; column: number | null }[];
  /** Which slice of its session's further steps `step` is in; null for the first ones. */
  slice: number | null;
  /** Whether the baseline that was given knows it. */
  known?: boolean;
}

export type Tools = "recorded" | "live";

/** How many findings there are of a severity, which may be more than are shown. */
export type Found = Partial<Record<Finding["severity"], number>>;

export interface CheckedStep {
  id: string;
  actor: "user" | "model" | "tool";
  kind: "message" | "call" | "result";
  tool: string | null;
  /** The step of a call that this one happens inside. */
  under: string | null;
  short: string;
  /** What a call's arguments or a result hold. */
  holds: string;
  /** Whether this call would change the world again. */
  again: boolean;
  path: string;
  line: number | null;
  source: "export" | "live" | "injected" | "regenerated";
  state: "same" | "differs" | "unknown";
  reason: string;
  reasons: string[];
  follows: string[];
}

export interface CheckedTool {
  name: string;
  calls: number;
  safety: "safe" | "unsafe" | "unknown";
  why: string;
  marked: boolean;
  /** How many calls would run again. */
  again: number;
}

export interface Outcome {
  counts: { total: number; same: number; differs: number; unknown: number; least: number; most: number; text: string };
  side_effects_rerun: number;
  gate: "pass" | "fail";
  gate_reasons: string[];
}

/** One of the things that a replay needs recorded. */
export interface Recorded {
  what: "tool_results" | "model_version" | "initial_state" | "placeholders";
  answer: "yes" | "partly" | "no";
  held: number;
  of: number;
  text: string;
}

export interface CheckedSession extends Outcome {
  session: string;
  source_format: string;
  source_title: string;
  /** Names of tools stand in backticks. */
  answer: string;
  outcomes: Record<Tools, Outcome>;
  records: Recorded[];
  steps: CheckedStep[];
  /** Where in the check's file the further steps begin and end. */
  slices: [number, number][];
  findings: Finding[];
  found: Found;
  tools: CheckedTool[];
}

export interface Check {
  file: string;
  error: { problem: string; place: string; remedy: string } | null;
  verdict: string[];
  settings: { tools: Tools; model: string; state: string; email: string };
  sessions: CheckedSession[];
  findings: Finding[];
  found: Found;
  gate: "pass" | "fail";
  gate_reasons: string[];
}

/** The answer to `make_replayable`. */
export interface Made {
  name: string;
  before: Check;
  after: Check;
}

type Named<K extends string> = Record<K, string>;

export interface OwnLabels
  extends Named<
    | "title" | "file" | "drop" | "drop_here" | "sample" | "format" | "any_format" | "read_as" | "other_format" | "session"
    | "unnamed" | "opening_engine" | "reading" | "checking" | "seconds" | "cancel" | "cancelled" | "too_large"
    | "unreadable" | "no_python" | "no_sample" | "incomplete" | "crashed" | "failed" | "replay_of" | "not_understood"
    | "show_this" | "gate" | "gate_passes" | "ask_again" | "records_title" | "findings" | "gravest" | "no_findings"
    | "more" | "not_listed" | "line" | "steps" | "steps_caption" | "in_replay" | "runs_again" | "more_steps" | "tools"
    | "tools_caption" | "call" | "calls" | "mark" | "again" | "make" | "make_help" | "salt" | "salt_help"
    | "made" | "before" | "after" | "download" | "download_check" | "download_check_help" | "errors"
    | "known" | "report" | "report_files" | "report_no_script" | "save_report" | "save_report_help"
  > {
  inputs: Record<"tools" | "model" | "state" | "email", { label: string; options: Record<string, string> }>;
  gates: Named<"pass" | "fail">;
  records: Named<Recorded["what"]>;
  answers: Named<Recorded["answer"]>;
  severities: Named<Finding["severity"]>;
  severity: Named<Finding["severity"]>;
  states: Named<CheckedStep["state"]>;
  marks: Named<"none" | "safe" | "unsafe">;
  safeties: Named<CheckedTool["safety"]>;
}
