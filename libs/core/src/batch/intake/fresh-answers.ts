import { nextTurn } from '../../async/next-turn.js';
import type { AccountAnswers } from '../../checking/account-answers.js';
import type { AccountId } from '../../model/identifiers.js';
import type { FoundAnswer } from '../../ports/optional/known-answers.js';
import { ChunkProvenance } from '../chunk-provenance.js';
import { answeredByte, isOpen, openStatuses } from '../chunk-statuses.js';
import { encodeRecordedChunk } from '../recorded-chunk.js';
import type { NumberIndex } from './number-index.js';

/** Numbers of one look-up: hashing them takes some milliseconds. */
const NUMBERS_A_LOOKUP = 1_000;

export interface FreshAnswersRequest {
  readonly accountId: AccountId;
  /** Undefined: no answers are taken. */
  readonly freshWithinMs: number | undefined;
  /** Null only where no answers are taken. */
  readonly known: AccountAnswers | null;
  readonly signal: AbortSignal;
}

/**
 * The numbers of a file whose answers its account knows already. They are free: no credit is held for their rows, and nobody is asked.
 *
 * They travel in the chunks of the task, which the store does not read, and are recorded with the first record of their chunk. So whatever is
 * interrupted or repeated, a number is either in the hold or answered for nothing, and never neither.
 */
export class FreshAnswers {
  readonly #index: NumberIndex;
  readonly #statuses: Uint8Array;
  readonly #provenance: ChunkProvenance;
  #numbers = 0;
  #rows = 0;

  private constructor(index: NumberIndex) {
    this.#index = index;
    this.#statuses = openStatuses(index.size);
    this.#provenance = new ChunkProvenance(index.size);
  }

  /** Looks all numbers of a file up. Undefined if no answers are taken. */
  static async find(
    index: NumberIndex,
    { accountId, freshWithinMs, known, signal }: FreshAnswersRequest,
  ): Promise<FreshAnswers | undefined> {
    if (known === null || freshWithinMs === undefined) return undefined;
    const fresh = new FreshAnswers(index);
    for (let start = 0; start < index.size; start += NUMBERS_A_LOOKUP) {
      await nextTurn();
      signal.throwIfAborted();
      const asked = index.asked(start, start + NUMBERS_A_LOOKUP);
      const found = await known.find(accountId, asked, freshWithinMs);
      found.forEach((answer, place) => {
        if (answer !== undefined) fresh.#take(start + place, answer);
      });
    }
    return fresh;
  }

  /** Numbers with an answer. */
  get numbers(): number {
    return this.#numbers;
  }

  /** The rows that carry one of them. */
  get rows(): number {
    return this.#rows;
  }

  /** The rows that carry one of them, of the numbers from `start` up to `end`. */
  rowsIn(start: number, end: number): number {
    let rows = 0;
    for (let number = start; number < end && number < this.#statuses.length; number += 1) {
      if (!isOpen(this.#statuses[number])) rows += this.#index.rowsOf(number);
    }
    return rows;
  }

  /** The answers from `start` up to `end`, in the form of a recorded chunk; undefined if there is none. */
  chunk(start: number, end: number): Uint8Array | undefined {
    const statuses = this.#statuses.subarray(start, end);
    if (statuses.every(isOpen)) return undefined;
    return encodeRecordedChunk(statuses, this.#provenance.slice(start, end));
  }

  #take(number: number, { checkedAt, reassigned, source, status }: FoundAnswer): void {
    this.#statuses[number] = answeredByte(status);
    // Where a file has dates, each of its answers says something about them.
    const said = this.#index.hasConsentDates
      ? this.#index.dateOf(number) === undefined
        ? 'unknown'
        : reassigned?.is
      : undefined;
    const details = { checkedAt: new Date(checkedAt), ...(source === undefined ? {} : { source }) };
    this.#provenance.note(number, { status, ...details }, checkedAt, said);
    this.#numbers += 1;
    this.#rows += this.#index.rowsOf(number);
  }
}
