interface Chunk {
  readonly numbers: Uint8Array;
  statuses: Uint8Array | undefined;
  /** When its lease ends; null when it has none. */
  leaseUntil: number | null;
}

/** The chunks of one task of the {@link MemoryTaskStore}, with what is recorded of them and their leases. */
export class MemoryChunks {
  readonly #chunks: readonly Chunk[];
  #unrecorded: number;
  /** No chunk before this position is left to be recorded. */
  #firstUnrecorded = 0;

  constructor(chunks: readonly Uint8Array[]) {
    this.#chunks = chunks.map((numbers) => ({
      numbers: new Uint8Array(numbers),
      statuses: undefined,
      leaseUntil: null,
    }));
    this.#unrecorded = chunks.length;
  }

  get areRecorded(): boolean {
    return this.#unrecorded === 0;
  }

  /** The first unrecorded chunk without a lease at `now`, else the one whose lease ends first; and when that is. */
  next(now: number): { readonly index: number; readonly leaseEnd: number } {
    let next = { index: -1, leaseEnd: Number.POSITIVE_INFINITY };
    for (let index = this.#firstUnrecorded; index < this.#chunks.length; index += 1) {
      const { statuses, leaseUntil } = this.#chunk(index);
      if (statuses !== undefined) continue;
      const leaseEnd = leaseUntil ?? Number.NEGATIVE_INFINITY;
      if (leaseEnd <= now) return { index, leaseEnd };
      if (leaseEnd < next.leaseEnd) next = { index, leaseEnd };
    }
    return next;
  }

  numbers(index: number): Uint8Array {
    return new Uint8Array(this.#chunk(index).numbers);
  }

  isLeased(index: number): boolean {
    return this.#chunk(index).leaseUntil !== null;
  }

  lease(index: number, leaseUntil: number | null): void {
    this.#chunk(index).leaseUntil = leaseUntil;
  }

  endLeases(): void {
    for (const chunk of this.#chunks) chunk.leaseUntil = null;
  }

  /** False, changing nothing, when it is recorded already. */
  record(index: number, statuses: Uint8Array): boolean {
    const chunk = this.#chunk(index);
    if (chunk.statuses !== undefined) return false;
    chunk.statuses = new Uint8Array(statuses);
    chunk.leaseUntil = null;
    this.#unrecorded -= 1;
    while (this.#chunks[this.#firstUnrecorded]?.statuses !== undefined) this.#firstUnrecorded += 1;
    return true;
  }

  statuses(): (Uint8Array | undefined)[] {
    return this.#chunks.map(({ statuses }) => statuses && new Uint8Array(statuses));
  }

  #chunk(index: number): Chunk {
    const chunk = this.#chunks[index];
    if (chunk === undefined)
      throw new RangeError(`the task has ${this.#chunks.length} chunks, none is ${index}`);
    return chunk;
  }
}
