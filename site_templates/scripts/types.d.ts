/** The shapes that cross the page: a run (`engine/run.schema.json`) and the labels (`content/labels.yaml`). */

import type { OwnLabels } from "./check.js";

/** What is chosen of each input, and the reader's own live values, by name; a live value that is absent is the world's. */
export type Settings = Record<string, string>;

/** An input, as `engine.replay.settings.Input` has it. */
export interface DeclaredInput {
  name: string;
  options: string[];
  opening: string;
  /** Whether it is a box that is ticked for its first option. */
  tick: boolean;
}

/** A value that the reader may move, as `engine.replay.subject.LiveValue` has it. */
export interface LiveValue {
  name: string;
  key: string;
  flag: string;
  tool: string;
  value: string;
  least: string;
  above: boolean;
  most: string;
  decimals: number;
}

/** A figure of the subject's own: the keys of a run under which its value and its unit stand. */
export interface OwnFigure {
  name: string;
  unit: string;
}

/** What the build says of the inputs and of the subject. */
export interface Declared {
  inputs: DeclaredInput[];
  live: LiveValue[];
  figures: OwnFigure[];
  command: string;
}

/** One set-up of the map: its inputs and what came out, in short. */
export type Summary = Settings & {
  matched_steps: number;
  side_effects_rerun: number;
  gate: "pass" | "fail";
  digest: string;
};

export type SideState = "same" | "differs" | "not_reached";

export interface Difference {
  side: "input" | "output";
  step: string;
  field: string;
  recorded?: unknown;
  replayed?: unknown;
}

export interface Cause {
  kind: "origin" | "knock_on";
  reasons: string[];
  follows: string[];
  text: string;
}

export type Output =
  | { message: string }
  | { call: string; arguments: Record<string, unknown> }
  | { result: unknown };

export interface Step {
  id: string;
  actor: "user" | "model" | "tool";
  tool: string | null;
  answers: string | null;
  label: string;
  source: "export" | "live" | "injected" | "regenerated";
  input: SideState;
  output: SideState;
  matches: boolean;
  differences: Difference[];
  differences_left_off: number;
  cause: Cause | null;
  recorded_output: Output;
  replayed_output: Output | null;
}

export interface RunEvent {
  t: number;
  kind: "step" | "privacy" | "outcome";
  step: string | null;
  text: string;
}

export interface SideEffect {
  step: string;
  tool: string;
  by: "session" | "replay";
  result: unknown;
}

export interface Run {
  session: string;
  settings: Settings;
  bundle: {
    user: string;
    model_version: string;
    initial_state: Record<string, string> | null;
    tool_results: number;
    model_turns: number;
  };
  total_steps: number;
  matched_steps: number;
  side_effects_rerun: number;
  model_calls: number;
  live_tool_calls: number;
  emails_in_clear: number;
  privacy_places: string[];
  first_difference: string | null;
  left_script_at: string | null;
  gate: "pass" | "fail";
  gate_reasons: string[];
  side_effects: SideEffect[];
  steps: Step[];
  events: RunEvent[];
  digest: string;
  /** The figures of the subject's own. */
  [figure: string]: unknown;
}

/** A field of a side effect's result, as the ledger shows it. */
export interface LedgerColumn {
  field: string;
  label: string | null;
  kind: "text" | "number";
}

type Words<Keys extends string> = Record<Keys, string>;

export interface Labels {
  page: Words<"forbidden">;
  inputs: Record<string, { label: string; help: string; options: Record<string, string> }>;
  player: Words<
    | "play" | "pause" | "next" | "restart" | "time" | "speed" | "seconds" | "of" | "event"
    | "before" | "privacy" | "outcome" | "opening_speed"
  > & { speeds: string[] };
  panels: Words<"trace" | "data" | "data_caption" | "metrics">;
  metrics: Words<
    | "matched_steps" | "side_effects_rerun" | "emails_in_clear" | "live_tool_calls" | "model_calls"
    | "first_difference" | "left_script_at" | "gate" | "none" | "nowhere" | "gate_passes"
  > & { gates: Words<"pass" | "fail"> };
  tapes: Words<
    | "title" | "world" | "input" | "output" | "begins" | "follows" | "same" | "not_reached" | "leaves" | "asked"
    | "changed" | "reads" | "without" | "before"
  > & { telling: string[] };
  detail: Words<
    "input" | "output" | "said" | "instruction" | "goto" | "close" | "same_fields" | "not_reached"
  >;
  figures: Record<string, Words<"label" | "none">>;
  ledger: Words<"title" | "session" | "replay"> & { columns: LedgerColumn[] };
  held: Words<"title" | "tool_results" | "model_turns" | "left_out" | "unused">;
  now: Words<"before" | "unchanged" | "undo" | "forget" | "passed">;
  sheet: Words<"open" | "close">;
  map: Words<
    "title" | "caption" | "rows" | "passes" | "fails" | "effect" | "match"
  > & { short: Record<string, string> };
  live: Record<string, Words<"label" | "help" | "needs_python" | "refused" | "any_value" | "wrong">>;
  proof: Words<"title" | "digest" | "check" | "command" | "source" | "file" | "no_source"> & { states: Words<Context["proof"]> };
  share: Words<"title" | "help" | "iframe" | "markdown" | "frame_title">;
  own: OwnLabels;
  ways: Words<"to_pass" | "to_break" | "and">;
  columns: Words<"step" | "source" | "input" | "output" | "field" | "recorded" | "replayed">;
  actors: Words<"user" | "model" | "tool">;
  sources: Words<"export" | "live" | "injected" | "regenerated">;
  states: Words<SideState>;
  sides: Words<"input" | "output">;
  details: Words<"left_off" | "absent" | "whole">;
  actions: Words<"copy_link" | "download_bundle" | "download_run" | "copied" | "copy_failed">;
  engine: Words<
    | "starting" | "computing" | "waiting" | "python" | "prebuilt" | "unloaded" | "incomplete" | "prebuilt_mark"
    | "waiting_mark" | "unread" | "ignored" | "failed"
  >;
}

/** What the build leaves in the page for its script. */
export interface PageData {
  labels: Labels;
  declared: Declared;
  run: Run;
  map: Summary[];
}

/** What a panel shows beside the run itself. */
export interface Context {
  /** Every set-up in short, at the live values that are chosen. */
  map: Summary[];
  /** Whether Python in this page gave the digest that the build computed. */
  proof: "build" | "same" | "differs" | "prebuilt" | "own_live";
  /** The run before the one shown, until the reader clears it. */
  former: Run | null;
  /** The step that is open. */
  open: string | null;
}

/** The runs and bundles computed at build, read only where Python is not there. */
export interface Prebuilt {
  runs: Run[];
  /** The digests of those runs that come out the same at any live value. */
  at_any_live: string[];
  bundles: Record<string, unknown>;
}
