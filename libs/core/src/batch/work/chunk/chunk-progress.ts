import { reassignedSince } from '../../../checking/calls/checker-answer.js';
import type { E164 } from '../../../model/identifiers.js';
import type { ConsentDates } from '../../../model/reassigned.js';
import { emptySummary, type StatusSummary, type VerificationStatus } from '../../../model/statuses.js';
import { addSources } from '../../../model/task.js';
import { leadingCallingCode } from '../../../phone/numbering/calling-code.js';
import type { Clock } from '../../../ports/clock.js';
import { type CheckAnswer, statusOfAnswer } from '../../../ports/number-checker.js';
import type { ChunkRecord } from '../../../ports/task-store.js';
import { ChunkProvenance } from '../../chunk-provenance.js';
import {
  answeredByte,
  attemptsOf,
  failedByte,
  furtherByte,
  isFailed,
  isOpen,
  isSpared,
  openStatuses,
  refusedByte,
  shownStatus,
  sparedByte,
} from '../../chunk-statuses.js';
import { decodeNumberChunk, type NumberChunk } from '../../number-chunk.js';
import { encodeRecordedChunk, recordedProvenance, recordedStatuses } from '../../recorded-chunk.js';

/** The state of a chunk's numbers: the recorded statuses, and the answers that are not recorded yet. */
export class ChunkProgress {
  /** Undefined for an erased number, which is never open. */
  readonly numbers: readonly (E164 | undefined)[];
  /** Undefined for a file without dates of consent. */
  readonly consentDates: ConsentDates | undefined;
  readonly #rowCounts: readonly number[];
  readonly #maxAttempts: number;
  readonly #clock: Pick<Clock, 'now'>;
  /** The statuses of the store at `#revision`. */
  #recorded: Uint8Array;
  #revision: number;
  readonly #known: Uint8Array;
  /** The origins of the answers in `#known`. */
  readonly #provenance: ChunkProvenance;
  /** The positions of numbers that cost nothing: their answer was known when the file was read, or they are suppressed. */
  readonly #free: Set<number>;

  /** Throws RangeError for damaged bytes of the store. */
  constructor(
    claim: { readonly chunk: Uint8Array; readonly statuses: Uint8Array | null; readonly revision: number },
    maxAttempts: number,
    clock: Pick<Clock, 'now'>,
  ) {
    const { consentDates, known, numbers, rowCounts } = readChunk(claim.chunk);
    const open = { statuses: openStatuses(numbers.length), provenance: new ChunkProvenance(numbers.length) };
    const free = known === undefined ? undefined : readRecorded(known, numbers.length);
    const recorded = claim.statuses === null ? undefined : readRecorded(claim.statuses, numbers.length);
    const { statuses, provenance } = recorded ?? free ?? open;
    this.numbers = numbers;
    this.consentDates = consentDates && datesByNumber(numbers, consentDates);
    this.#rowCounts = rowCounts;
    this.#maxAttempts = maxAttempts;
    this.#clock = clock;
    this.#free = new Set(free === undefined ? [] : positionsOf(free.statuses, (byte) => !isOpen(byte)));
    this.#recorded = (recorded ?? open).statuses;
    this.#revision = claim.revision;
    this.#known = Uint8Array.from(statuses);
    this.#provenance = provenance;
    numbers.forEach((number, position) => {
      if (number === undefined) this.withhold(position, 'unknown');
      // The only impossible numbers that `readPhoneCell` returns are those without a calling code.
      else if (leadingCallingCode(number.slice(1)) === undefined) this.answer(position, 'dead');
    });
  }

  get isComplete(): boolean {
    return !this.#known.some(isOpen);
  }

  /** Whether there are answers or failures that the store has not recorded. */
  get hasNews(): boolean {
    return Buffer.compare(this.#known, this.#recorded) !== 0;
  }

  /** The positions of the open numbers, by the count of failed checks, fewest first. Among equal counts, spared numbers come last. */
  open(): number[] {
    const open = positionsOf(this.#known, isOpen);
    // If all numbers are alike, as usual, there is nothing to sort.
    if (open.every((position) => this.areAlike(position, open[0] ?? position))) return open;
    // The sort is stable: numbers with equal counts stay in their order.
    return open.sort((one, other) => this.#failures(one) - this.#failures(other));
  }

  isOpen(position: number): boolean {
    return isOpen(this.#known[position]);
  }

  /** How many attempts an open number has used up. NaN for a position without a number. */
  attempts(position: number): number {
    return attemptsOf(this.#known[position] ?? Number.NaN);
  }

  /** Whether two open numbers have the same count of used attempts, and are both spared or both not. */
  areAlike(one: number, other: number): boolean {
    return this.#known[one] === this.#known[other];
  }

  /** The used attempts of an open number. A failed call that used up none counts as half an attempt. */
  #failures(position: number): number {
    return isSpared(this.#known[position] ?? Number.NaN) ? 1 / 2 : this.attempts(position);
  }

  /** Whether a call about an open number has failed. */
  hasFailed(position: number): boolean {
    return this.#failures(position) > 0;
  }

  answer(position: number, answer: CheckAnswer): void {
    if (!isOpen(this.#known[position])) return;
    this.#known[position] = answeredByte(statusOfAnswer(answer));
    const reassigned =
      this.consentDates && reassignedSince(answer, this.consentDates.get(this.numbers[position] ?? ''));
    this.#provenance.note(position, answer, this.#clock.now(), reassigned);
  }

  /** Answers an open number that must not be checked, at no cost. */
  withhold(position: number, answer: CheckAnswer): void {
    if (!isOpen(this.#known[position])) return;
    this.#free.add(position);
    this.answer(position, answer);
  }

  fail(position: number): void {
    this.#changeOpen(position, failedByte);
  }

  /** Notes a failed call that is to be repeated unchanged: see `sparedByte`. */
  spare(position: number): void {
    this.#changeOpen(position, sparedByte);
  }

  /** Notes a failed check that uses up no attempt: see `refusedByte`. */
  refuse(position: number): void {
    this.#changeOpen(position, refusedByte);
  }

  /** The next record, with the answers that are not recorded yet. */
  nextRecord(): Omit<ChunkRecord, 'leaseMs'> {
    const rows: StatusSummary & Record<VerificationStatus, number> = emptySummary();
    const rowsBySource = new Map<string, number>();
    let verified = 0;
    let checksFailed = 0;
    this.#known.forEach((byte, position) => {
      if (isOpen(byte) || !isOpen(this.#recorded[position])) return;
      const rowCount = this.#rowCounts[position] ?? 0;
      rows[shownStatus(byte)] += rowCount;
      if (isFailed(byte)) checksFailed += rowCount;
      else if (!this.#free.has(position)) verified += 1;
      const source = this.#provenance.sources[position];
      if (source !== undefined) rowsBySource.set(source, (rowsBySource.get(source) ?? 0) + rowCount);
    });
    return {
      revision: this.#revision,
      statuses: encodeRecordedChunk(this.#known, this.#provenance),
      rows,
      sources: addSources({}, Object.fromEntries(rowsBySource)),
      checksFailed,
      verified,
      isComplete: this.isComplete,
    };
  }

  /** Notes that the store has recorded these statuses as this revision. */
  recorded(statuses: Uint8Array, revision: number): void {
    this.#recorded = Uint8Array.from(recordedStatuses(statuses));
    this.#revision = revision;
  }

  /**
   * Merges the statuses that other workers have recorded as this revision. A final status of theirs counts; for an open number, the higher
   * count of failed checks.
   */
  merge(statuses: Uint8Array, revision: number): void {
    const theirs = readRecorded(statuses, this.numbers.length);
    theirs.statuses.forEach((byte, position) => {
      const known = this.#known[position] ?? byte;
      if (!isOpen(byte)) {
        this.#known[position] = byte;
        this.#provenance.copy(position, theirs.provenance);
      } else if (isOpen(known)) this.#known[position] = furtherByte(known, byte);
    });
    this.recorded(statuses, revision);
  }

  #changeOpen(position: number, change: (byte: number, maxAttempts: number) => number): void {
    const byte = this.#known[position];
    if (byte !== undefined && isOpen(byte)) this.#known[position] = change(byte, this.#maxAttempts);
  }
}

function positionsOf(statuses: Uint8Array, isWanted: (byte: number | undefined) => boolean): number[] {
  const positions: number[] = [];
  for (let position = 0; position < statuses.length; position += 1) {
    if (isWanted(statuses[position])) positions.push(position);
  }
  return positions;
}

function readChunk(bytes: Uint8Array): NumberChunk {
  const chunk = decodeNumberChunk(bytes);
  // Nothing could be recorded for an empty chunk, so its task would never end.
  if (chunk.numbers.length === 0) throw new RangeError('a chunk in the task store is empty');
  return chunk;
}

function datesByNumber(
  numbers: NumberChunk['numbers'],
  dates: NonNullable<NumberChunk['consentDates']>,
): ConsentDates {
  return new Map(
    numbers.flatMap((number, position) => {
      const date = dates[position];
      return number === undefined || date === undefined ? [] : [[number, date]];
    }),
  );
}

function readRecorded(
  bytes: Uint8Array,
  count: number,
): { readonly statuses: Uint8Array; readonly provenance: ChunkProvenance } {
  const statuses = Uint8Array.from(recordedStatuses(bytes));
  if (statuses.length !== count) {
    throw new RangeError(`a chunk of ${count} numbers has ${statuses.length} statuses in the task store`);
  }
  return { statuses, provenance: recordedProvenance(bytes) };
}
