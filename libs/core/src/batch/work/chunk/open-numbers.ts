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

  /** One of the open numbers with the fewest failed checks, by chance: one may fail for ever while the others do not. */
  probePosition(entropy: Pick<Entropy, 'fraction'>): number | undefined {
    const open = this.#progress.open();
    const fewest = this.#progress.attempts(open[0] ?? 0);
    const best = open.filter((position) => this.#progress.attempts(position) === fewest);
    return best[Math.floor(entropy.fraction() * best.length)];
  }

  /**
   * The open numbers, a call's worth at a time. Those with failed attempts are asked about in ever smaller calls: one of them may be why.
   * Those that were spared are asked about together again, and no fresh ones with them. A number that others have answered meanwhile, whose record came with ours, is left out, and so is one that is set aside.
   */
  *groups(isAside: (position: number) => boolean): Generator<readonly number[], void, undefined> {
    const { breaker, size } = this.#checking;
    const open = this.#progress.open().filter((position) => !isAside(position));
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
