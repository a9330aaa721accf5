import { performance } from 'node:perf_hooks';
import { nextTurn } from './next-turn.js';

/** Two such pieces of work and what Node.js does between them stay far below what a caller notices. */
const LONG_MS = 8;

/**
 * One turn of the event loop that long work takes. Between its small steps it asks whether the turn is long, and then awaits the next one:
 * `if (turn.isLong) await turn.next()`. Steps that mostly take microseconds, but sometimes milliseconds, cannot be counted instead.
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

/** As `filter` does, in short turns. */
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
