import { setImmediate } from 'node:timers/promises';

/**
 * Resolves in the next turn of the event loop. Long work awaits it between its pieces. Promises alone let nothing else run while each
 * piece is available at once: libuv delivers up to 2 MB of an upload before it reads another connection.
 */
export function nextTurn(): Promise<void> {
  return setImmediate();
}
