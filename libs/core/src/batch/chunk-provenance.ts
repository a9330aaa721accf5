import type { Reassigned } from '../model/reassigned.js';
import type { CheckAnswer } from '../ports/number-checker.js';

/** The origin of a number's answer, as far as it is known. */
export interface Provenance {
  readonly source: string | undefined;
  readonly reason: string | undefined;
  /** The time of the answer, in whole seconds since 1970; NaN if it is unknown or there is no answer. */
  readonly checkedAt: number;
  /** Undefined if there is no answer, or if no dates of consent were read. */
  readonly reassigned: Reassigned | undefined;
}

export const NO_PROVENANCE: Provenance = {
  source: undefined,
  reason: undefined,
  checkedAt: Number.NaN,
  reassigned: undefined,
};

/** The origins of a chunk's answers, in arrays with one entry for each number. */
export class ChunkProvenance {
  readonly sources: (string | undefined)[];
  readonly reasons: (string | undefined)[];
  /** In whole seconds since 1970; NaN without an answer. Whole seconds take less space in the store. */
  readonly times: Float64Array;
  readonly reassigned: (Reassigned | undefined)[];

  constructor(count: number) {
    this.sources = new Array(count).fill(undefined);
    this.reasons = new Array(count).fill(undefined);
    this.times = new Float64Array(count).fill(Number.NaN);
    this.reassigned = new Array(count).fill(undefined);
  }

  at(position: number): Provenance {
    return {
      source: this.sources[position],
      reason: this.reasons[position],
      checkedAt: this.times[position] ?? Number.NaN,
      reassigned: this.reassigned[position],
    };
  }

  /** Records the origin of an answer. Its time is its own `checkedAt`, otherwise `now`, in milliseconds since 1970. */
  note(position: number, answer: CheckAnswer, now: number, reassigned?: Reassigned): void {
    let knownAt = now;
    if (typeof answer !== 'string') {
      this.sources[position] = answer.source;
      this.reasons[position] = answer.reason;
      if (answer.checkedAt !== undefined) knownAt = answer.checkedAt.getTime();
    }
    this.times[position] = Math.floor(knownAt / 1_000);
    this.reassigned[position] = reassigned;
  }

  clear(position: number): void {
    this.sources[position] = undefined;
    this.reasons[position] = undefined;
    this.times[position] = Number.NaN;
    this.reassigned[position] = undefined;
  }

  /** The origins at the positions from `start` up to `end`. */
  slice(start: number, end: number): ChunkProvenance {
    const times = this.times.slice(start, end);
    const part = new ChunkProvenance(times.length);
    part.times.set(times);
    for (let position = 0; position < times.length; position += 1) {
      part.sources[position] = this.sources[start + position];
      part.reasons[position] = this.reasons[start + position];
      part.reassigned[position] = this.reassigned[start + position];
    }
    return part;
  }

  /** Copies an origin from another chunk, from the position `from`, which is by default the same. */
  copy(position: number, other: ChunkProvenance, from = position): void {
    this.sources[position] = other.sources[from];
    this.reasons[position] = other.reasons[from];
    this.times[position] = other.times[from] ?? Number.NaN;
    this.reassigned[position] = other.reassigned[from];
  }
}
