import type { VerificationStatus } from '../../model/statuses.js';
import type { SingleAnswer } from '../../ports/optional/single-answer-store.js';
import { ChunkProvenance, type Provenance } from '../chunk-provenance.js';
import { answeredByte, isOpen, openStatuses, shownStatus } from '../chunk-statuses.js';
import { ERASED } from '../number-chunk.js';
import { encodeRecordedChunk } from '../recorded-chunk.js';
import { SUPPRESSED_ANSWER } from '../suppressed-numbers.js';
import type { NumberIndex } from './number-index.js';

/**
 * The answers about numbers of a file that are known before it is checked. These numbers are free: no checker is asked, and no credit is
 * held for their rows.
 *
 * The answers are stored with the chunks of the task, and are recorded with the first record of their chunk. So after any interruption or
 * repeat, a number is either paid by the hold or has its free answer.
 */
export class KnownAnswers {
  readonly #index: NumberIndex;
  readonly #statuses: Uint8Array;
  readonly #provenance: ChunkProvenance;
  #numbers = 0;
  #rows = 0;
  readonly #suppressed = { numbers: 0, rows: 0 };

  constructor(index: NumberIndex) {
    this.#index = index;
    this.#statuses = openStatuses(index.size);
    this.#provenance = new ChunkProvenance(index.size);
  }

  /** Numbers with an answer, the suppressed ones included. */
  get numbers(): number {
    return this.#numbers;
  }

  /** Rows whose number has an answer. */
  get rows(): number {
    return this.#rows;
  }

  get suppressed(): { readonly numbers: number; readonly rows: number } {
    return this.#suppressed;
  }

  /** Rows whose number has an answer, for the numbers from `start` up to `end`. */
  rowsIn(start: number, end: number): number {
    let rows = 0;
    for (let number = start; number < end && number < this.#statuses.length; number += 1) {
      if (!isOpen(this.#statuses[number])) rows += this.#index.rowsOf(number);
    }
    return rows;
  }

  /** The answers of the numbers from `start` up to `end`, in the form of a recorded chunk; undefined if there is none. */
  chunk(start: number, end: number): Uint8Array | undefined {
    const statuses = this.#statuses.subarray(start, end);
    if (statuses.every(isOpen)) return undefined;
    return encodeRecordedChunk(statuses, this.#provenance.slice(start, end));
  }

  /** The time of a number's answer, in seconds since 1970; NaN without an answer. */
  timeOf(place: number): number {
    return this.#provenance.times[place] ?? Number.NaN;
  }

  /** The answer of a number; undefined if there is none. */
  at(place: number): (Provenance & { readonly status: VerificationStatus }) | undefined {
    const byte = this.#statuses[place];
    if (byte === undefined || isOpen(byte)) return undefined;
    return { status: shownStatus(byte), ...this.#provenance.at(place) };
  }

  /** Whether every number has an answer from this time or later, in seconds since 1970. */
  areAsYoungAs(time: number): boolean {
    return this.#numbers === this.#index.size && this.#provenance.times.every((known) => known >= time);
  }

  /** Takes the answer at a position of another chunk, in place of an older one. `time`: in seconds since 1970. */
  take(place: number, byte: number, from: ChunkProvenance, position: number, time: number): void {
    this.#set(place, byte);
    this.#provenance.copy(place, from, position);
    this.#provenance.times[place] = time;
    // In a file with dates of consent, every answer has a value of `reassigned`.
    if (!this.#index.hasConsentDates) this.#provenance.reassigned[place] = undefined;
    else if (this.#index.dayOf(place) === 0) this.#provenance.reassigned[place] = 'unknown';
  }

  /** Takes the answer of a single check, in place of an older one. */
  takeSingle(place: number, answer: SingleAnswer): void {
    const origin = new ChunkProvenance(1);
    origin.note(0, answer, answer.checkedAt.getTime(), answer.reassigned?.is);
    this.take(place, answeredByte(answer.status), origin, 0, origin.at(0).checkedAt);
  }

  /** Makes a number `unknown`, whatever its answer was. `now`: in milliseconds since 1970. */
  suppress(place: number, now: number): void {
    this.#set(place, answeredByte('unknown'));
    this.#provenance.clear(place);
    const reassigned = this.#index.hasConsentDates ? 'unknown' : undefined;
    this.#provenance.note(place, SUPPRESSED_ANSWER, now, reassigned);
    this.#suppressed.numbers += 1;
    this.#suppressed.rows += this.#index.rowsOf(place);
  }

  closeErased(): void {
    if (this.#index.erasedRows === 0) return;
    for (const [place, digits] of this.#index.digits(0, this.#index.size).entries())
      if (digits === ERASED) this.#set(place, answeredByte('unknown'));
  }

  #set(place: number, byte: number): void {
    if (isOpen(this.#statuses[place])) {
      this.#numbers += 1;
      this.#rows += this.#index.rowsOf(place);
    }
    this.#statuses[place] = byte;
  }
}
