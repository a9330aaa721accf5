import type { Claim } from '@dialproof/core';

interface Waiting {
  /** The others that were served while it waited. It could have been claimed all that time. */
  readonly servedMeanwhile: Set<string>;
}

/** The rule of turns: none is served twice while another one waits. It does not depend on how turns are stored. */
export class WaitingLine {
  readonly #waiting = new Map<string, Waiting>();

  /** Sets the names with something to claim at this moment. */
  update(claimable: ReadonlySet<string>): void {
    for (const name of [...this.#waiting.keys()]) if (!claimable.has(name)) this.#waiting.delete(name);
    for (const name of claimable) {
      if (!this.#waiting.has(name)) this.#waiting.set(name, { servedMeanwhile: new Set() });
    }
  }

  /** Records a turn and returns the names that it passed over: `served` was already served once while they waited. */
  serve(served: string): string[] {
    const passedOver: string[] = [];
    this.#waiting.delete(served);
    for (const [name, { servedMeanwhile }] of this.#waiting) {
      if (servedMeanwhile.has(served)) passedOver.push(name);
      servedMeanwhile.add(served);
    }
    return passedOver;
  }
}

interface ModelChunk {
  isComplete: boolean;
  /** When it can be claimed. */
  freeAt: number;
  isLeased: boolean;
}

/** A plain model of what can be claimed of one task. */
export class ModelTask {
  readonly chunks: ModelChunk[];
  isFailed = false;
  hasEnded = false;
  #finishAt = 0;

  constructor(
    readonly account: string,
    chunkCount: number,
  ) {
    this.chunks = Array.from({ length: chunkCount }, () => ({
      isComplete: false,
      freeAt: 0,
      isLeased: false,
    }));
  }

  isClaimable(now: number): boolean {
    if (this.hasEnded) return false;
    const open = this.chunks.filter(({ isComplete }) => !isComplete);
    if (open.length > 0 && !this.isFailed) return open.some(({ freeAt }) => freeAt <= now);
    return this.#finishAt <= now && !open.some(({ isLeased, freeAt }) => isLeased && freeAt > now);
  }

  claim(claim: Claim, leaseUntil: number): void {
    const chunk = claim.kind === 'check' ? this.chunks[claim.chunkIndex] : undefined;
    if (chunk === undefined) this.#finishAt = leaseUntil;
    else Object.assign(chunk, { isLeased: true, freeAt: leaseUntil });
  }

  giveBack(chunkIndex: number | null, freeAt: number): void {
    const chunk = chunkIndex === null ? undefined : this.chunks[chunkIndex];
    if (chunk === undefined) this.#finishAt = freeAt;
    else Object.assign(chunk, { isLeased: false, freeAt });
  }
}
