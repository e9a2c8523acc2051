// Writes the samples of pi and Gemini CLI with the agents' own session writers
// (@mariozechner/pi-coding-agent 0.73.1, @google/gemini-cli-core 0.61.0).
//
// In a folder that has both packages: `node coding_agents.mjs FOLDER`, FOLDER being `samples`. No model is called.

import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const CWD = "/proj/garden";

/** A package's file. */
const load = async (name, file) => import(pathToFileURL(join(process.cwd(), "node_modules", name, file)).href);

async function pi() {
  const { SessionManager } = await load("@mariozechner/pi-coding-agent", "dist/index.js");
  const session = SessionManager.create(CWD, mkdtempSync(join(tmpdir(), "pi-")));
  const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2 };
  const said = (content, stopReason) => ({
    role: "assistant",
    content,
    api: "anthropic-messages",
    provider: "anthropic",
    model: "claude-sonnet-4-5-20250929",
    usage,
    stopReason,
    timestamp: 3,
  });
  session.appendModelChange("anthropic", "claude-sonnet-4-5");
  const asked = session.appendMessage({ role: "user", content: "Which beds are dry?", timestamp: 2 });
  session.appendMessage(said([{ type: "text", text: "I cannot tell." }], "stop"));
  session.branch(asked);
  session.appendMessage(
    said(
      [
        { type: "thinking", thinking: "The list says it." },
        { type: "toolCall", id: "toolu_b1", name: "read", arguments: { path: "beds.txt" } },
        { type: "toolCall", id: "toolu_b2", name: "bash", arguments: { command: "ls seeds" } },
      ],
      "toolUse",
    ),
  );
  const result = (toolCallId, toolName, text, isError) => ({
    role: "toolResult",
    toolCallId,
    toolName,
    content: [{ type: "text", text }],
    isError,
    timestamp: 4,
  });
  session.appendMessage(result("toolu_b1", "read", "north: dry\nsouth: wet", false));
  session.appendMessage(result("toolu_b2", "bash", "ls: seeds: No such file or directory", true));
  session.appendMessage(said([{ type: "text", text: "The northern one." }], "stop"));
  writeFileSync(join(folder, "pi", "session.jsonl"), readFileSync(session.getSessionFile()));
}

async function geminiCli() {
  const { ChatRecordingService } = await load("@google/gemini-cli-core", "dist/src/services/chatRecordingService.js");
  const home = mkdtempSync(join(tmpdir(), "gemini-"));
  const config = { storage: { getProjectTempDir: () => home }, getProjectRoot: () => CWD, getWorkspaceContext: () => ({}) };
  const toolRegistry = { getTool: () => undefined };
  const promptId = "7f3b1c2e-0000-4000-8000-000000000001";
  const service = new ChatRecordingService({ config, promptId, toolRegistry });
  await service.initialize();
  service.recordMessage({ model: undefined, type: "user", content: [{ text: "Which beds are dry?" }] });
  service.recordThought({ subject: "List", description: "The list says it." });
  service.recordMessage({ model: "gemini-2.5-pro", type: "gemini", content: "I read the list." });
  const timestamp = "2026-01-05T10:00:00.000Z";
  const call = (id, name, args, status, output) => ({
    id,
    name,
    args,
    status,
    timestamp,
    result: [{ functionResponse: { id, name, response: output } }],
  });
  service.recordToolCalls("gemini-2.5-pro", [
    call("read-1", "read_file", { path: "beds.txt" }, "success", { output: "north: dry" }),
    call("shell-1", "run_shell_command", { command: "sprinkler on" }, "cancelled", {
      error: "[Operation Cancelled] Reason: User did not allow tool call",
    }),
  ]);
  service.recordMessage({ model: "gemini-2.5-pro", type: "gemini", content: "The northern one; nothing was watered." });
  const written = readdirSync(join(home, "chats"));
  writeFileSync(join(folder, "gemini_cli", "session.jsonl"), readFileSync(join(home, "chats", written[0])));
  writeFileSync(join(folder, "gemini_cli", "session.json"), JSON.stringify(service.getConversation(), null, 1) + "\n");
}

await pi();
await geminiCli();
