import { VERIFICATION_STATUSES, type VerificationStatus } from '../model/statuses.js';

/*
 * The statuses of a chunk, one byte for each number: the first part of the chunk's record (`recorded-chunk.ts`). The byte of an answered
 * number is the position of its status in VERIFICATION_STATUSES. A number whose check failed for good has CHECK_FAILED. An open number has
 * OPEN plus the count of its failed attempts, or SPARED.
 */
const CHECK_FAILED = 255;
/** An open number whose first call failed without using up an attempt, since its numbers were not the cause. */
const SPARED = 254;
const OPEN = 128;

export function openStatuses(count: number): Uint8Array {
  return new Uint8Array(count).fill(OPEN);
}

export function isOpen(byte: number | undefined): boolean {
  return byte !== undefined && byte >= OPEN && byte !== CHECK_FAILED;
}

export function isFailed(byte: number | undefined): boolean {
  return byte === CHECK_FAILED;
}

/** How many attempts an open number has used up. */
export function attemptsOf(byte: number): number {
  return byte === SPARED ? 0 : byte - OPEN;
}

/** Whether the first call about an open number failed and used up no attempt. */
export function isSpared(byte: number): boolean {
  return byte === SPARED;
}

/** The later one of two bytes for an open number: the one with more failed attempts. */
export function furtherByte(one: number, other: number): number {
  const ahead = attemptsOf(one) - attemptsOf(other);
  if (ahead === 0) return Math.max(one, other);
  return ahead > 0 ? one : other;
}

export function answeredByte(status: VerificationStatus): number {
  return VERIFICATION_STATUSES.indexOf(status);
}

/** The byte of a number after one more failed check: CHECK_FAILED if it has had all of its attempts. */
export function failedByte(byte: number, maxAttempts: number): number {
  const attempts = attemptsOf(byte) + 1;
  return attempts >= maxAttempts ? CHECK_FAILED : OPEN + attempts;
}

/**
 * The byte of a number after a failed call whose numbers were not the cause. The first such call uses up no attempt, unless a number has
 * only one attempt.
 */
export function sparedByte(byte: number, maxAttempts: number): number {
  return byte === OPEN && maxAttempts > 1 ? SPARED : failedByte(byte, maxAttempts);
}

/**
 * The byte of an open number after a check that failed for a reason unrelated to the number. However many there are, they use up no
 * attempts.
 */
export function refusedByte(byte: number): number {
  return byte === OPEN ? SPARED : byte;
}

/**
 * The status that a result shows: `unknown` also for an open number, as in the partial result of a failed task. Throws RangeError for an
 * unknown byte.
 */
export function shownStatus(byte: number | undefined): VerificationStatus {
  if (byte !== undefined && byte >= OPEN) return 'unknown';
  const status = byte === undefined ? undefined : VERIFICATION_STATUSES[byte];
  if (status === undefined)
    throw new RangeError(`the task store returned the byte ${byte}, which is no status`);
  return status;
}

/**
 * The statuses of a chunk for a retry: numbers without an answer are open, with all of their attempts. Undefined if all have an answer.
 */
export function reopenedStatuses(statuses: Uint8Array): Uint8Array | undefined {
  if (!statuses.some((byte) => byte >= OPEN)) return undefined;
  return statuses.map((byte) => (byte >= OPEN ? OPEN : byte));
}
