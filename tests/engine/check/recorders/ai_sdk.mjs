// Writes the samples of the Vercel AI SDK by running it with a scripted model (ai 6.0.326; the older form with 4.3.19).
//
// In a folder that has `ai` and `zod` of version 6: `node ai_sdk.mjs FOLDER`; of version 4: `node ai_sdk.mjs FOLDER 4`.
// Nothing goes over the network.

import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(process.cwd() + "/");
const load = async (name) => import(pathToFileURL(require.resolve(name)).href);
const ai = await load("ai");
const { z } = await load("zod");
const [folder, version] = process.argv.slice(2);

const USAGE = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
const CALLS = [
  ["call_k1", "find_book", { title: "Tides" }],
  ["call_k2", "find_shelf", { title: "Tides" }],
];

/** A tool; the second one fails. */
function tools() {
  const schema = { inputSchema: z.object({ title: z.string() }), parameters: z.object({ title: z.string() }) };
  return {
    find_book: ai.tool({ ...schema, description: "Finds a book.", execute: async () => ({ on_loan: false }) }),
    find_shelf: ai.tool({
      ...schema,
      description: "Finds its shelf.",
      execute: async () => {
        throw new Error("no such shelf");
      },
    }),
    lend_book: ai.tool({ ...schema, description: "Lends a book.", needsApproval: true, execute: async () => "lent" }),
  };
}

async function newer() {
  const { MockLanguageModelV3, convertArrayToReadableStream } = await load("ai/test");
  const text = (words) => [
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: words },
    { type: "text-end", id: "1" },
  ];
  const call = ([toolCallId, toolName, input]) => ({
    type: "tool-call",
    toolCallId,
    toolName,
    input: JSON.stringify(input),
  });
  const answers = [
    [...text("I look."), ...CALLS.map(call)],
    [...text("It is there, on no shelf."), call(["call_k3", "lend_book", { title: "Tides" }])],
  ];
  const finish = (reason) => ({ type: "finish", finishReason: { unified: reason, raw: reason }, usage: USAGE });
  const model = new MockLanguageModelV3({
    doStream: async () => ({
      stream: convertArrayToReadableStream([
        { type: "stream-start", warnings: [] },
        { type: "response-metadata", id: "r", modelId: "library-2026-02-03" },
        ...answers.shift(),
        finish("tool-calls"),
      ]),
    }),
  });
  let number = 0;
  const originalMessages = [{ id: "m0", role: "user", parts: [{ type: "text", text: "Is the book on tides in?" }] }];
  const result = ai.streamText({
    model,
    system: "You keep a library.",
    tools: tools(),
    messages: await ai.convertToModelMessages(originalMessages),
    stopWhen: ai.stepCountIs(3),
  });
  let messages = [];
  const stream = result.toUIMessageStream({
    originalMessages,
    generateMessageId: () => `m${(number += 1)}`,
    messageMetadata: ({ part }) => (part.type === "start" ? { model: "library-2026-02-03" } : undefined),
    onFinish: (finished) => (messages = finished.messages),
  });
  for await (const part of stream) void part;
  const denied = messages.at(-1).parts.at(-1);
  denied.approval = { id: "approval-1", approved: false };
  denied.state = "output-denied";
  write("ui_messages.json", { id: "chat-1", messages });
  const sent = (await result.response).messages;
  sent.at(-1).content.at(-1).approvalId = "approval-1"; // made by chance
  sent.push({ role: "tool", content: [{ type: "tool-approval-response", approvalId: "approval-1", approved: false }] });
  write("model_messages.json", sent);
}

async function older() {
  const { MockLanguageModelV1 } = await load("ai/test");
  const call = ([toolCallId, toolName, args]) => ({
    toolCallType: "function",
    toolCallId,
    toolName,
    args: JSON.stringify(args),
  });
  const answers = [
    { text: "I look.", finishReason: "tool-calls", toolCalls: [call(CALLS[0])] },
    { text: "It is there.", finishReason: "stop" },
  ];
  const model = new MockLanguageModelV1({
    doGenerate: async () => ({ rawCall: {}, usage: { promptTokens: 1, completionTokens: 1 }, ...answers.shift() }),
  });
  const messages = [{ id: "m0", role: "user", content: "Is the book on tides in?", parts: [] }];
  messages[0].parts.push({ type: "text", text: messages[0].content });
  const { response } = await ai.generateText({ model, tools: tools(), messages, maxSteps: 3 });
  const responseMessages = response.messages.map((message, index) => ({ ...message, id: `m${index + 1}` }));
  const all = ai.appendResponseMessages({ messages, responseMessages, _internal: { currentDate: () => new Date(0) } });
  write("ui_messages_4.json", all);
}

function write(name, value) {
  writeFileSync(`${folder}/${name}`, JSON.stringify(value, null, 1) + "\n");
}

await (version === "4" ? older() : newer());
