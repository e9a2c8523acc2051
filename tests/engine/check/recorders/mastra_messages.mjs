// Writes the sample of Mastra with its own list of messages (@mastra/core 0.24.9).
//
// In a folder that has @mastra/core: `node mastra_messages.mjs FOLDER`. No model is called.

import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const require = createRequire(process.cwd() + "/");
const { MessageList } = await import(pathToFileURL(require.resolve("@mastra/core/agent")).href);

let number = 0;
const list = new MessageList({
  threadId: "thread-garden",
  resourceId: "gardener",
  generateMessageId: () => `m${(number += 1)}`,
});
list.add([{ role: "user", content: "Is the north bed dry?" }], "input");
list.add(
  [
    {
      role: "assistant",
      content: [
        { type: "text", text: "I look." },
        { type: "tool-call", toolCallId: "call_m1", toolName: "read_bed", args: { bed: "north" } },
      ],
    },
    {
      role: "tool",
      content: [{ type: "tool-result", toolCallId: "call_m1", toolName: "read_bed", result: { moisture: 11 } }],
    },
    { role: "assistant", content: [{ type: "text", text: "It is dry." }] },
  ],
  "response",
);
const stored = list.get.all.v2().map((message) => ({ ...message, createdAt: new Date(number * 1000).toISOString() }));
writeFileSync(join(folder, "thread.json"), JSON.stringify({ messages: stored }, null, 1) + "\n");
