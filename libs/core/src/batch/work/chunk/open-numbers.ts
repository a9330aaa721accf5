import type { CheckingParts } from '../../../checking/running-calls.js';
import type { E164 } from '../../../model/e164.js';
import type { ChunkProgress } from './chunk-progress.js';

/** In which order, and how many at a time, the open numbers of a chunk are asked about. */
export class OpenNumbers {
  readonly #progress: ChunkProgress;
  readonly #checking: Pick<CheckingParts, 'size' | 'watch'>;

  constructor(progress: ChunkProgress, checking: Pick<CheckingParts, 'size' | 'watch'>) {
    this.#progress = progress;
    this.#checking = checking;
  }

  /**
   * The open number that no probe of this outage has asked about, or else longest ago: one may fail for ever while others do not. Of several,
   * the one that has failed least.
   */
  probePosition(): number | undefined {
    const { watch } = this.#checking;
    let best: { readonly position: number; readonly asked: number } | undefined;
    for (const position of this.#inOrder()) {
      const asked = watch.outage.lastTried(this.numberAt(position));
      if (best === undefined || asked < best.asked) best = { position, asked };
    }
    return best?.position;
  }

  /** Whether every open number was asked about in this outage, in vain. */
  areAllTried(): boolean {
    const { watch } = this.#checking;
    return this.#progress.open().every((position) => watch.outage.lastTried(this.numberAt(position)) > 0);
  }

  /** Whether every open number has failed before or is suspected. */
  areAllOdd(): boolean {
    const isOdd = (position: number): boolean =>
      this.#progress.hasFailed(position) || this.#isSuspected(position);
    return this.#progress.open().every(isOdd);
  }

  /**
   * The open numbers, a call's worth at a time. Those with failed attempts are asked about in ever smaller calls: one of them may be why.
   * Those that were spared are asked about together again, and no fresh ones with them. A number that others have answered meanwhile, whose record came with ours, is left out, and so is one that is set aside.
   */
  *groups(isAside: (position: number) => boolean): Generator<readonly number[], void, undefined> {
    const { size, watch } = this.#checking;
    const open = this.#inOrder().filter((position) => !isAside(position));
    for (let start = 0; start < open.length; ) {
      if (!this.#progress.isOpen(open[start] ?? -1)) {
        start += 1;
        continue;
      }
      const attempts = this.#progress.attempts(open[start] ?? 0);
      const mostNumbers = watch.isSuspicious ? 1 : Math.max(1, Math.floor(size.numbers / 10 ** attempts));
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

  /** The open numbers, those with the fewest failed checks first, and any that are suspected last. */
  #inOrder(): number[] {
    const open = this.#progress.open();
    const suspected = open.filter((position) => this.#isSuspected(position));
    return suspected.length === 0
      ? open
      : [...open.filter((position) => !this.#isSuspected(position)), ...suspected];
  }

  #isSuspected(position: number): boolean {
    return this.#checking.watch.isSuspected(this.numberAt(position));
  }
}
