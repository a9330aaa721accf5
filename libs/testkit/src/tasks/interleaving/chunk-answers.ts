import type { ChunkRecord, StatusSummary } from '@dialproof/core';
import { CHUNK_ROWS, partialRecord, sampleRecord } from '../subject/sample-task.js';

/** The byte of a number that is open, in the statuses of the suite. */
const OPEN = 254;
/** The byte of one whose check failed. */
const FAILED = 255;

/** The answers of a chunk, which the suite reads from its statuses. */
export interface ChunkAnswers {
  readonly processed: number;
  readonly checksFailed: number;
  readonly verified: number;
}

export function answersOf(statuses: Uint8Array | undefined): ChunkAnswers {
  const bytes = [...(statuses ?? [])];
  return {
    processed: bytes.filter((byte) => byte !== OPEN).length,
    checksFailed: bytes.filter((byte) => byte === FAILED).length,
    verified: bytes.filter((byte) => byte < OPEN).length,
  };
}

/** The statuses with the numbers whose check failed open again, undefined if there is none. */
export function reopenedStatuses(statuses: Uint8Array | undefined): Uint8Array | undefined {
  return statuses?.includes(FAILED) ? statuses.map((byte) => (byte === FAILED ? OPEN : byte)) : undefined;
}

const NO_ROWS: StatusSummary = { wa_registered: 0, telegram_registered: 0, dead: 0, inactive: 0, unknown: 0 };

/**
 * The record of a worker that knows these statuses: only the first number if it was interrupted, else all numbers. Every answer has its
 * source.
 */
export function nextRecord(known: Uint8Array | null, revision: number, wantsAll: boolean): ChunkRecord {
  const { processed } = answersOf(known ?? undefined);
  if (processed === 0) return wantsAll ? sampleRecord({ revision }) : partialRecord({ revision });
  if (processed === 1) {
    const rows = { ...NO_ROWS, dead: 1, unknown: 1 };
    return sampleRecord({ revision, rows, sources: { twilio: 1 }, verified: 1 });
  }
  // The third number alone is open, since the chunk was reopened.
  const verified = CHUNK_ROWS - processed;
  const rows = { ...NO_ROWS, telegram_registered: verified };
  const statuses = Uint8Array.of(0, 2, 1);
  return sampleRecord({
    revision,
    statuses,
    rows,
    sources: { infobip: verified },
    checksFailed: 0,
    verified,
  });
}
