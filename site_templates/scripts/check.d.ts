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
}

/** How many findings there are of a severity, which may be more than are shown. */
export type Found = Partial<Record<Finding["severity"], number>>;

export interface CheckedStep {
  id: string;
  actor: "user" | "model" | "tool";
  kind: "message" | "call" | "result";
  tool: string | null;
  short: string;
  path: string;
  line: number | null;
  source: "export" | "live" | "injected" | "regenerated";
  state: "same" | "differs" | "unknown";
  reason: string;
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

export interface CheckedSession {
  session: string;
  source_format: string;
  counts: { total: number; same: number; differs: number; unknown: number; least: number; most: number; text: string };
  steps: CheckedStep[];
  /** Where in the check's file the further steps begin and end. */
  slices: [number, number][];
  findings: Finding[];
  found: Found;
  tools: CheckedTool[];
  side_effects_rerun: number;
  gate: "pass" | "fail";
  gate_reasons: string[];
}

export interface Check {
  file: string;
  error: { problem: string; place: string; remedy: string } | null;
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

type Three<K extends string> = Record<K, string>;

export interface OwnLabels
  extends Record<
    | "title" | "file" | "drop" | "drop_here" | "sample" | "choose_sample" | "format" | "any_format" | "session"
    | "unnamed" | "salt" | "salt_help" | "opening_engine" | "reading" | "checking" | "checked" | "seconds" | "cancel"
    | "cancelled" | "too_large" | "unreadable" | "no_python" | "no_sample" | "incomplete" | "crashed" | "failed" | "certain" | "gate" | "gate_passes"
    | "findings" | "no_findings" | "more_findings" | "hidden" | "show" | "line" | "steps" | "steps_caption" | "verdict"
    | "more_steps" | "tools" | "tools_caption" | "tool" | "calls" | "safety" | "mark" | "again" | "make"
    | "make_help" | "made" | "before" | "after" | "download" | "download_check" | "steps_certain" | "errors",
    string
  > {
  gates: Three<"pass" | "fail">;
  severities: Three<Finding["severity"]>;
  severity: Three<Finding["severity"]>;
  states: Three<CheckedStep["state"]>;
  marks: Three<"none" | "safe" | "unsafe">;
  safeties: Three<CheckedTool["safety"]>;
  samples: Record<string, string>;
}
