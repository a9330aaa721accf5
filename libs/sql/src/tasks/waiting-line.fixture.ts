import type { Claim } from '@dialproof/core';

interface Waiting {
  /** Who else was served since it began to wait, with something to be claimed and without being served. */
  readonly servedMeanwhile: Set<string>;
}

/** The rule of turns among some who wait: nobody is served twice while another one waits. It knows nothing of how turns are kept. */
export class WaitingLine {
  readonly #waiting = new Map<string, Waiting>();

  /** Says who has something to be claimed at this moment. */
  update(claimable: ReadonlySet<string>): void {
    for (const name of [...this.#waiting.keys()]) if (!claimable.has(name)) this.#waiting.delete(name);
    for (const name of claimable) {
      if (!this.#waiting.has(name)) this.#waiting.set(name, { servedMeanwhile: new Set() });
    }
  }

  /** Says who was served, and returns those who were passed over: it was served before while they waited. */
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

/** What can be claimed of one task, in the plainest way. */
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
