import type { CheckingParts } from '../../../checking/running-calls.js';
import type { E164 } from '../../../model/identifiers.js';
import type { Entropy } from '../../../ports/entropy.js';
import type { ChunkProgress } from './chunk-progress.js';

/** The order and the groups in which the open numbers of a chunk are checked. */
export class OpenNumbers {
  readonly #progress: ChunkProgress;
  readonly #checking: Pick<CheckingParts, 'breaker' | 'calls'>;

  constructor(progress: ChunkProgress, checking: Pick<CheckingParts, 'breaker' | 'calls'>) {
    this.#progress = progress;
    this.#checking = checking;
  }

  /**
   * The position of a random open number among those with the fewest failed calls: a single number may always fail. Undefined if none is
   * open.
   */
  probePosition(entropy: Pick<Entropy, 'fraction'>): number | undefined {
    const open = this.#progress.open();
    const [first = 0] = open;
    const best = open.filter((position) => this.#progress.areAlike(position, first));
    return best[Math.floor(entropy.fraction() * best.length)];
  }

  /**
   * The open numbers in groups for one call each. Numbers with failed attempts come in ever smaller groups, since one of them may be the
   * cause. Spared numbers stay together, without new ones. Numbers that another worker has answered are left out, and those for which
   * `isLeftOut` is true.
   */
  *groups(isLeftOut: (position: number) => boolean): Generator<readonly number[], void, undefined> {
    const { breaker, calls } = this.#checking;
    const open = this.#progress.open().filter((position) => !isLeftOut(position));
    for (let start = 0; start < open.length; ) {
      const first = open[start] ?? -1;
      if (!this.#progress.isOpen(first)) {
        start += 1;
        continue;
      }
      const mostNumbers = breaker.isDoubtful
        ? 1
        : Math.max(1, Math.floor(calls.numbersPerCall / 10 ** this.#progress.attempts(first)));
      let end = start + 1;
      while (end - start < mostNumbers && this.#progress.areAlike(open[end] ?? -1, first)) end += 1;
      yield open.slice(start, end);
      start = end;
    }
  }

  numberAt(position: number): E164 {
    // Every position is that of an open number.
    return this.#progress.numbers[position] as E164;
  }
}

/** The first pause; each further one is four times as long. */
const FIRST_PAUSE_MS = 3_000;
const GROWTH = 4;
const LONGEST_PAUSE_MS = 300_000;
/** The share by which a pause varies, so that numbers that failed together are not checked together again. */
const JITTER = 0.25;

/** The pause after the `failures`-th failure in a row, in milliseconds; at least as long as the upstream asked for. */
export function attemptPauseMs(
  failures: number,
  retryAfterMs: number,
  entropy: Pick<Entropy, 'fraction'>,
): number {
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * GROWTH ** (failures - 1));
  return Math.ceil(Math.max(retryAfterMs, pauseMs * (1 + JITTER * (2 * entropy.fraction() - 1))));
}
