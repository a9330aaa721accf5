import type { CheckingParts } from '../../../checking/running-calls.js';
import type { E164 } from '../../../model/e164.js';
import type { Entropy } from '../../../ports/entropy.js';
import type { ChunkProgress } from './chunk-progress.js';

/** In which order, and how many at a time, the open numbers of a chunk are asked about. */
export class OpenNumbers {
  readonly #progress: ChunkProgress;
  readonly #checking: Pick<CheckingParts, 'breaker' | 'size'>;

  constructor(progress: ChunkProgress, checking: Pick<CheckingParts, 'breaker' | 'size'>) {
    this.#progress = progress;
    this.#checking = checking;
  }

  /** One of the open numbers with the fewest failed calls, by chance: one may fail for ever while the others do not. */
  probePosition(entropy: Pick<Entropy, 'fraction'>): number | undefined {
    const open = this.#progress.open();
    const [first = 0] = open;
    const best = open.filter(
      (position) =>
        this.#progress.attempts(position) === this.#progress.attempts(first) &&
        this.#progress.isSpared(position) === this.#progress.isSpared(first),
    );
    return best[Math.floor(entropy.fraction() * best.length)];
  }

  /**
   * The open numbers in groups for one call each. Numbers with failed attempts come in ever smaller groups, since one of them may be the
   * cause. Spared numbers come together again, without fresh ones. A number that another worker has answered meanwhile is left out, and so
   * is one that `isLeftOut` names.
   */
  *groups(isLeftOut: (position: number) => boolean): Generator<readonly number[], void, undefined> {
    const { breaker, size } = this.#checking;
    const open = this.#progress.open().filter((position) => !isLeftOut(position));
    for (let start = 0; start < open.length; ) {
      if (!this.#progress.isOpen(open[start] ?? -1)) {
        start += 1;
        continue;
      }
      const attempts = this.#progress.attempts(open[start] ?? 0);
      const mostNumbers = breaker.isDoubtful ? 1 : Math.max(1, Math.floor(size.numbers / 10 ** attempts));
      const isSpared = this.#progress.isSpared(open[start] ?? 0);
      const isAlike = (position = -1): boolean =>
        this.#progress.attempts(position) === attempts && this.#progress.isSpared(position) === isSpared;
      let end = start + 1;
      while (end - start < mostNumbers && isAlike(open[end])) end += 1;
      yield open.slice(start, end);
      start = end;
    }
  }

  numberAt(position: number): E164 {
    // Positions are those of the chunk's numbers, so each has one.
    return this.#progress.numbers[position] as E164;
  }
}
