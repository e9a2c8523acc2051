// @ts-check
import { Watchdog } from "./watchdog.js";

/** Seconds in which nothing comes at all, after which whatever is still to come is given up. */
const PATIENCE = 10;

/** @type {Set<AbortController>} */
const outstanding = new Set();

/**
 * One for all downloads: on a slow line they share it, and one may wait for the others; silence is when none gets on.
 */
const watchdog = new Watchdog(() => outstanding.forEach((each) => each.abort()));

/**
 * A file beside the page.
 *
 * Rejects with a Failure of the code "no-payload" where it is not to be had, or stops coming.
 * @param {string} src
 * @returns {Promise<ArrayBuffer>}
 */
export async function download(src) {
  const abort = new AbortController();
  outstanding.add(abort);
  watchdog.watch(PATIENCE);
  try {
    const response = await fetch(src, { signal: abort.signal });
    if (!response.ok) throw new Error(String(response.status));
    return await content(response);
  } catch (error) {
    throw { code: "no-payload", message: `${src}: ${error}` };
  } finally {
    outstanding.delete(abort);
    if (!outstanding.size) watchdog.rest();
  }
}

/**
 * All of a response; each piece of it is a sign of life.
 * @param {Response} response
 */
async function content(response) {
  const pieces = [];
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    watchdog.sign();
    pieces.push(next.value);
  }
  return new Blob(pieces).arrayBuffer();
}
