import { setImmediate } from 'node:timers/promises';

/**
 * Resolves in the next turn of the event loop. Long work awaits it between its pieces: promises alone never let anything else run
 * while every piece is there at once, and libuv hands over up to 2 MB of an upload before it looks at another connection.
 */
export function nextTurn(): Promise<void> {
  return setImmediate();
}
