import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';

/** The length of a long turn in milliseconds. Two such pieces of work in a row are still not noticed. */
const LONG_MS = 8;

/**
 * One turn of the event loop that long work takes. Between its small steps it tests whether the turn is long, and then awaits the next
 * turn: `if (turn.isLong) await turn.next()`. Steps that mostly take microseconds, but sometimes milliseconds, cannot be counted instead.
 */
export class Turn {
  #begun = performance.now();

  get isLong(): boolean {
    return performance.now() - this.#begun >= LONG_MS;
  }

  async next(): Promise<void> {
    await nextTurn();
    this.#begun = performance.now();
  }
}

/** Like `filter`, in short turns of the event loop. */
export async function filterInTurns<Item>(
  items: readonly Item[],
  isWanted: (item: Item) => boolean,
): Promise<readonly Item[]> {
  const turn = new Turn();
  const wanted: Item[] = [];
  for (const item of items) {
    if (turn.isLong) await turn.next();
    if (isWanted(item)) wanted.push(item);
  }
  return wanted;
}

/**
 * Resolves in the next turn of the event loop. Long work awaits it between its pieces. Awaiting promises alone lets nothing else run while
 * each piece is available at once: libuv delivers up to 2 MB of an upload before it reads another connection.
 */
export function nextTurn(): Promise<void> {
  return setImmediate();
}
