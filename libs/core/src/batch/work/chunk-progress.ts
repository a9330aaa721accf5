import type { E164 } from '../../model/e164.js';
import { emptySummary, type StatusSummary, type VerificationStatus } from '../../model/statuses.js';
import { isPossibleNumber } from '../../phone/numbering/phone-table.js';
import type { ChunkRecord } from '../../ports/task-store.js';
import {
  answeredByte,
  attemptsOf,
  failedByte,
  isFailed,
  isOpen,
  openStatuses,
  shownStatus,
} from '../chunk-statuses.js';
import { decodeNumberChunk, type NumberChunk } from '../number-chunk.js';

/** What the store has of a chunk cannot be read, and never will be. */
export class UnreadableChunk extends Error {
  override readonly name = 'UnreadableChunk';
}

/** What is known of a chunk's numbers, beside what the store has recorded of them. */
export class ChunkProgress {
  readonly numbers: readonly E164[];
  readonly #rowCounts: readonly number[];
  readonly #maxAttempts: number;
  /** As the store has them at `#revision`. */
  #recorded: Uint8Array;
  #revision: number;
  readonly #known: Uint8Array;

  /** Throws {@link UnreadableChunk}. */
  constructor(
    claim: { readonly chunk: Uint8Array; readonly statuses: Uint8Array | null; readonly revision: number },
    maxAttempts: number,
  ) {
    const { numbers, rowCounts } = readChunk(claim.chunk);
    if (claim.statuses !== null) assertStatuses(claim.statuses, numbers.length);
    this.numbers = numbers;
    this.#rowCounts = rowCounts;
    this.#maxAttempts = maxAttempts;
    this.#recorded = claim.statuses === null ? openStatuses(numbers.length) : Uint8Array.from(claim.statuses);
    this.#revision = claim.revision;
    this.#known = this.#recorded.map((byte, position) => {
      const number = numbers[position];
      const isImpossible = isOpen(byte) && number !== undefined && !isPossibleNumber(number);
      return isImpossible ? answeredByte('dead') : byte;
    });
  }

  get isComplete(): boolean {
    return !this.#known.some(isOpen);
  }

  /** Whether there is anything that the store has not recorded. */
  get hasNews(): boolean {
    return this.#known.some((byte, position) => byte !== this.#recorded[position]);
  }

  /** The positions of the open numbers, those with the fewest failed checks first. */
  open(): number[] {
    const open: number[] = [];
    this.#known.forEach((byte, position) => {
      if (isOpen(byte)) open.push(position);
    });
    // Stable, so that numbers of as many failed checks stay in their order.
    return open.sort((one, other) => this.attempts(one) - this.attempts(other));
  }

  isOpen(position: number): boolean {
    return isOpen(this.#known[position]);
  }

  /** How many checks of an open number have failed. NaN for a position without a number. */
  attempts(position: number): number {
    return attemptsOf(this.#known[position] ?? Number.NaN);
  }

  answer(position: number, status: VerificationStatus): void {
    if (isOpen(this.#known[position])) this.#known[position] = answeredByte(status);
  }

  fail(position: number): void {
    const byte = this.#known[position];
    if (byte !== undefined && isOpen(byte)) this.#known[position] = failedByte(byte, this.#maxAttempts);
  }

  /** What is known and not recorded, as the next record. */
  nextRecord(): Omit<ChunkRecord, 'leaseMs'> {
    const rows: StatusSummary & Record<VerificationStatus, number> = emptySummary();
    let verified = 0;
    let checksFailed = 0;
    this.#known.forEach((byte, position) => {
      if (isOpen(byte) || !isOpen(this.#recorded[position])) return;
      const rowCount = this.#rowCounts[position] ?? 0;
      rows[shownStatus(byte)] += rowCount;
      if (isFailed(byte)) checksFailed += rowCount;
      else verified += 1;
    });
    const statuses = Uint8Array.from(this.#known);
    return { revision: this.#revision, statuses, rows, checksFailed, verified, isComplete: this.isComplete };
  }

  /** Says that the store has recorded these statuses as this revision. */
  recorded(statuses: Uint8Array, revision: number): void {
    this.#recorded = Uint8Array.from(statuses);
    this.#revision = revision;
  }

  /**
   * Takes over what others have recorded as this revision. The first final status of a number counts; of two counts of failed checks
   * the higher one.
   */
  merge(statuses: Uint8Array, revision: number): void {
    assertStatuses(statuses, this.numbers.length);
    statuses.forEach((byte, position) => {
      const known = this.#known[position] ?? byte;
      if (!isOpen(byte)) this.#known[position] = byte;
      else if (isOpen(known)) this.#known[position] = Math.max(known, byte);
    });
    this.recorded(statuses, revision);
  }
}

function readChunk(bytes: Uint8Array): NumberChunk {
  try {
    const chunk = decodeNumberChunk(bytes);
    // Nothing could ever be recorded of it, so that its task would not end.
    if (chunk.numbers.length === 0) throw new RangeError('the chunk is empty');
    return chunk;
  } catch (cause) {
    throw new UnreadableChunk('a chunk in the task store holds something else than numbers', { cause });
  }
}

function assertStatuses(statuses: Uint8Array, count: number): void {
  if (statuses.length === count) return;
  throw new UnreadableChunk(`a chunk of ${count} numbers has ${statuses.length} statuses in the task store`);
}
