import type { ServerResponse } from 'node:http';
import type { HttpReply } from '../message/http-message.js';
import { holdsUpOthers } from './in-turn.js';

/** As long as a window of the usual rates, so that the requests behind it may be admitted. */
const HELD_MS = 1_000;

/**
 * Whether a reply sends a client away for a while that has sent more requests ahead. To refuse those too, one after another, would cost as
 * much as to serve them.
 */
export function isHeldBack({ headers }: HttpReply, response: ServerResponse): boolean {
  return (
    headers['retry-after'] !== undefined &&
    // Nothing behind it is served then.
    response.getHeader('connection') !== 'close' &&
    holdsUpOthers(response)
  );
}

/** Resolves a second later, or when the connection has closed. */
export function heldBack(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    // It must not keep a process from ending.
    const timer = setTimeout(end, HELD_MS).unref();
    response.once('close', end);
    function end(): void {
      clearTimeout(timer);
      response.off('close', end);
      resolve();
    }
  });
}
