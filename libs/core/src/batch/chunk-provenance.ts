import type { Reassigned } from '../model/reassigned.js';
import type { CheckAnswer } from '../ports/number-checker.js';

/** The known origin of the answer about a number. */
export interface Provenance {
  readonly source: string | undefined;
  readonly reason: string | undefined;
  /** When the answer was known, in whole seconds since 1970; NaN where that is not known, or where there is no answer. */
  readonly checkedAt: number;
  /** Undefined where no column of dates of consent was read, or there is no answer. */
  readonly reassigned: Reassigned | undefined;
}

export const NO_PROVENANCE: Provenance = {
  source: undefined,
  reason: undefined,
  checkedAt: Number.NaN,
  reassigned: undefined,
};

/** The origins of the answers of a chunk: arrays of the same length, by the positions of the numbers. */
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

  /** Notes the details of an answer. Its time is `now`, in milliseconds since 1970, unless it has its own. */
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

  /** Copies the origin at this position, or at `from`, from another chunk. */
  copy(position: number, other: ChunkProvenance, from = position): void {
    this.sources[position] = other.sources[from];
    this.reasons[position] = other.reasons[from];
    this.times[position] = other.times[from] ?? Number.NaN;
    this.reassigned[position] = other.reassigned[from];
  }
}
