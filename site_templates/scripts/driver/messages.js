// @ts-check
/**
 * What passes between the page and the worker.
 *
 * Errors cross as plain objects, because WebKit cannot clone an Error.
 *
 * @typedef {{name: string, message: string, stack: string}} PlainError
 *
 * What Python says to a request; to one about a file of the reader's, in short, with the file that it made of it.
 * @typedef {{text: string, file?: Blob}} Answer
 *
 * How Python starts: from the memory image made at build, or plainly.
 * @typedef {"image" | "plain"} Way
 *
 * A payload as it comes: the text of a script element (base64 of what is compressed), the
 * compressed bytes of a file, or nothing where the page carries no such payload.
 * @typedef {string | ArrayBuffer | null} PayloadContent
 *
 * A file of the reader's is passed as a handle, and read by the worker. Where it cannot read it (any more), the request
 * is refused with an error of the name UNREAD. WebKit's worker reads no blob on file://, so there the content is passed.
 * @typedef {Blob | Uint8Array} ReaderFile
 *
 * @typedef {{kind: "start", way: Way}
 *   | {kind: "payload", name: string, content: PayloadContent}
 *   | {kind: "ask", id: number, request: string, data?: ReaderFile}} ToWorker
 *
 * @typedef {{kind: "alive", stage: string}
 *   | {kind: "ready", way: Way, reason: string}
 *   | {kind: "answer", id: number, text: string, file?: Blob}
 *   | {kind: "refused", id: number, error: PlainError}
 *   | {kind: "failed", code: string, error: PlainError}} FromWorker
 */

export const UNREAD = "FileUnread";

/**
 * Turn anything thrown into an object that every browser can post.
 * @param {unknown} thrown
 * @returns {PlainError}
 */
export function plainError(thrown) {
  if (thrown instanceof Error) {
    return { name: thrown.name, message: thrown.message, stack: thrown.stack ?? "" };
  }
  return { name: "Error", message: String(thrown), stack: "" };
}
