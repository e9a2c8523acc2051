// @ts-check
/** @import { FromWorker, ToWorker } from "./messages.js" */
import { ownScript } from "../core/trusted.js";
import { compressedBytes, gunzip } from "./decode.js";

/**
 * Make the address from which workers are started: a blob of the script that the page
 * carries. On file:// a blob is the one kind of worker script that all engines accept.
 * @param {string | ArrayBuffer} content the payload "worker"
 * @returns {Promise<string>}
 */
export async function workerAddress(content) {
  const script = await gunzip(compressedBytes(content));
  return URL.createObjectURL(new Blob(script, { type: "text/javascript" }));
}

/**
 * Start a worker and listen to it.
 *
 * Throws what the constructor throws where workers are refused.
 * @param {string} address
 * @param {{onMessage: (message: FromWorker) => void, onError: (message: string) => void}} hooks
 * @returns {{post: (message: ToWorker) => void, stop: () => void}}
 */
export function linkWorker(address, { onMessage, onError }) {
  const worker = new Worker(ownScript(address));
  worker.onmessage = (event) => onMessage(event.data);
  worker.onmessageerror = () => onError("a message from the worker could not be read");
  worker.onerror = (event) => {
    event.preventDefault();
    onError(event.message || "the worker's script did not run");
  };
  return {
    // Hosted payloads are moved, not copied. Text can't be moved, but is copied fast.
    post: (message) => worker.postMessage(message, movable(message)),
    stop() {
      worker.onmessage = worker.onmessageerror = worker.onerror = null;
      worker.terminate();
    },
  };
}

/**
 * @param {ToWorker} message
 * @returns {Transferable[]}
 */
function movable(message) {
  const content = message.kind === "payload" ? message.content : null;
  return content instanceof ArrayBuffer ? [content] : [];
}
