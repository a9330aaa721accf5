import assert from 'node:assert/strict';
import {
  type ChunkRecord,
  hasEnded,
  type Lease,
  type StatusSummary,
  TASK_STATUSES,
  type Task,
  VERIFICATION_STATUSES,
} from '@dialproof/core';
import { sameJson } from '../../runner/expectations.js';
import type { SubjectTime } from '../../runner/own-time.js';
import { CHUNK_ROWS, partialRecord, sampleRecord } from '../subject/sample-task.js';

/** The status byte of an open number. */
const OPEN = 254;
/** The status byte of a number whose check failed. */
const FAILED = 255;

/** The answers of a chunk, which the suite reads from its statuses. */
interface ChunkAnswers {
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

/** The statuses in which failed numbers are open again; undefined if no number failed. */
export function reopenedStatuses(statuses: Uint8Array | undefined): Uint8Array | undefined {
  return statuses?.includes(FAILED) ? statuses.map((byte) => (byte === FAILED ? OPEN : byte)) : undefined;
}

const NO_ROWS: StatusSummary = { wa_registered: 0, telegram_registered: 0, dead: 0, inactive: 0, unknown: 0 };

/** What a worker records that knows these statuses: the first number only if it was interrupted, else all numbers. */
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

/** Expects the fields of a task to be consistent. */
export function expectSound(task: Task): void {
  const counted = VERIFICATION_STATUSES.reduce((rows, status) => rows + task.summary[status], 0);
  assert.equal(task.processed, counted, 'the summary adds up to processed');
  assert.ok(task.processed <= task.total, `${task.processed} rows of ${task.total} are processed`);
  assert.ok(task.checksFailed >= 0 && task.checksFailed <= task.summary.unknown, 'failed checks are unknown');
  if (task.status !== 'queued')
    assert.notEqual(task.startedAt, null, 'startedAt is there once it is started');
  assert.equal(task.finishedAt === null, !hasEnded(task.status), 'finishedAt is there once it has ended');
  assert.equal(task.failureReason === null, task.status !== 'failed', 'what has failed has a reason');
  if (hasEnded(task.status)) assert.equal(task.credits.held, 0, 'nothing is held for what has ended');
  if (hasEnded(task.status)) assert.equal(task.waiting, null, 'what has ended does not wait');
}

/** Expects a task to be a possible later state of an earlier one, without a retry in between. */
export function expectFollows(task: Task, earlier: Task): void {
  assert.ok(task.processed >= earlier.processed, `processed fell from ${earlier.processed}`);
  if (hasEnded(earlier.status)) sameJson(task, earlier, 'an ended task stays as it is');
  assert.ok(
    TASK_STATUSES.indexOf(task.status) >= TASK_STATUSES.indexOf(earlier.status),
    `${earlier.status} became ${task.status}`,
  );
}

/** The leases with their earliest ends: a store must not give their work to another worker before. */
export class LeaseBook {
  readonly #time: SubjectTime;
  readonly #held = new Map<string, { readonly token: string; until: number }>();
  /** Work that may become free during this step. A claim of it may come before or after. */
  readonly #freeing = new Set<string>();
  /** Tokens whose leases were extended during this step: it is unknown which extension came last. */
  readonly #extended = new Set<string>();

  constructor(time: SubjectTime) {
    this.#time = time;
  }

  take(lease: Lease, until: number): void {
    const key = keyOf(lease);
    const held = this.#freeing.has(key) ? undefined : this.#held.get(key);
    const isFree = held === undefined || held.until <= this.#time.elapsed();
    assert.ok(isFree, `${key} was claimed while it was leased`);
    assert.notEqual(held?.token, lease.token, 'a token was given twice');
    this.#held.set(key, { token: lease.token, until });
  }

  extend(lease: Lease, until: number): void {
    const held = this.#held.get(keyOf(lease));
    if (held?.token !== lease.token) return;
    held.until = this.#extended.has(lease.token) ? Math.min(held.until, until) : until;
    this.#extended.add(lease.token);
  }

  /** Notes that a call may free this work, if the lease is still the current one. */
  free(lease: Lease): void {
    const key = keyOf(lease);
    if (this.#held.get(key)?.token === lease.token) this.#freeing.add(key);
  }

  /** Notes that this chunk is complete. Nobody has its lease then, even if a worker with an earlier lease completed it. */
  end(lease: Lease): void {
    this.#freeing.add(keyOf(lease));
  }

  /** Ends a step: work that was to become free is free now, or has been claimed. */
  settle(): void {
    for (const key of this.#freeing) this.#held.delete(key);
    this.#freeing.clear();
    this.#extended.clear();
  }
}

function keyOf({ taskId, chunkIndex }: Lease): string {
  return `${taskId} ${chunkIndex}`;
}
