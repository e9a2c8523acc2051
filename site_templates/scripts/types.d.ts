/** The shapes that cross the page: a run (`engine/run.schema.json`) and the labels (`content/labels.yaml`). */

import type { OwnLabels } from "./check.js";

export interface Settings {
  tools: string;
  model: string;
  state: string;
  email: string;
  /** The reader's own live rate; absent for the world's. */
  live_rate?: string;
}

/** One set-up of the map: its inputs and what came out, in short. */
export interface Summary extends Settings {
  matched_steps: number;
  side_effects_rerun: number;
  gate: "pass" | "fail";
  digest: string;
}

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
  settings: Settings & { live_rate: string };
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
  quoted_amount: string | null;
  quoted_currency: string | null;
  gate: "pass" | "fail";
  gate_reasons: string[];
  side_effects: SideEffect[];
  steps: Step[];
  events: RunEvent[];
  digest: string;
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
    | "first_difference" | "left_script_at" | "quoted_amount" | "gate" | "none" | "nowhere" | "no_answer"
    | "gate_passes"
  > & { gates: Words<"pass" | "fail"> };
  tapes: Words<
    | "title" | "world" | "input" | "output" | "begins" | "follows" | "same" | "not_reached" | "leaves" | "asked"
    | "changed" | "reads" | "without" | "before"
  > & { telling: string[] };
  detail: Words<
    "input" | "output" | "said" | "instruction" | "goto" | "close" | "same_fields" | "not_reached"
  >;
  account: Words<"title" | "session" | "replay">;
  held: Words<"title" | "tool_results" | "model_turns" | "left_out" | "unused">;
  now: Words<"before" | "unchanged" | "undo" | "forget" | "passed">;
  sheet: Words<"open" | "close">;
  map: Words<
    "title" | "caption" | "rows" | "passes" | "fails" | "effect" | "match" | "with_state" | "without_state"
  > & { short: Record<string, string> };
  rate: Words<"label" | "help" | "needs_python" | "refused" | "any_rate" | "wrong" | "tool">;
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
  options: Record<string, string[]>;
  opening: Settings;
  run: Run;
  map: Summary[];
  rate: string;
}

/** What a panel shows beside the run itself. */
export interface Context {
  /** Every set-up in short, at the live rate that is chosen. */
  map: Summary[];
  /** Whether Python in this page gave the digest that the build computed. */
  proof: "build" | "same" | "differs" | "prebuilt" | "own_rate";
  /** The run before the one shown, until the reader clears it. */
  former: Run | null;
  /** The step that is open. */
  open: string | null;
}

/** The runs and bundles computed at build, read only where Python is not there. */
export interface Prebuilt {
  runs: Run[];
  /** The digests of those runs that come out the same at any live rate. */
  at_any_rate: string[];
  bundles: Record<string, unknown>;
}
