import { type Claim, type ClaimAnswer, type ClaimRequest, taskId } from '@dialproof/core';
import type { SqlSession } from '../database.js';
import type { TaskQueries } from './task-queries.js';
import { taskOfRow } from './task-row.js';

/** How often to look again when others claimed what was found, which happens only where writes run side by side. */
const MAX_ATTEMPTS = 20;

/** Claims the next thing to be done, within a write. Whoever changes a lease first has it: the rest look for something else. */
export async function claimNext(
  session: SqlSession,
  queries: TaskQueries,
  request: ClaimRequest,
): Promise<ClaimAnswer> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const candidate = await session.first(queries.nextCandidate, { now: request.now });
    if (candidate === undefined) {
      const next = await session.first(queries.nextTime, {});
      return { claim: null, retryAt: next?.at ?? null };
    }
    const claim = await claimCandidate(session, queries, request, candidate);
    if (claim !== undefined) return { claim };
  }
  return { claim: null, retryAt: request.now };
}

interface Candidate {
  readonly task_id: string;
  readonly status: string;
  readonly open_chunks: number;
  readonly failure_reason: string | null;
}

async function claimCandidate(
  session: SqlSession,
  queries: TaskQueries,
  { now, leaseUntil }: ClaimRequest,
  candidate: Candidate,
): Promise<Claim | undefined> {
  const lease = { taskId: candidate.task_id, now, leaseUntil };
  if (candidate.status === 'draft' || candidate.status === 'abandoned') {
    const claimed = await session.change(queries.claimDraft, lease);
    return claimed > 0 ? { kind: 'discard', taskId: taskId(candidate.task_id) } : undefined;
  }
  const isCheck = candidate.open_chunks > 0 && candidate.failure_reason === null;
  return isCheck ? await claimChunk(session, queries, lease) : await claimFinish(session, queries, lease);
}

interface Lease extends ClaimRequest {
  readonly taskId: string;
}

async function claimChunk(
  session: SqlSession,
  queries: TaskQueries,
  lease: Lease,
): Promise<Claim | undefined> {
  const claimed = await session.first(queries.claimChunk, lease);
  if (claimed === undefined) return undefined;
  const row = await serve(session, queries, lease);
  return (
    row && {
      kind: 'check',
      task: taskOfRow(row),
      chunkIndex: claimed.chunk_index,
      chunk: new Uint8Array(claimed.chunk.buffer, claimed.chunk.byteOffset, claimed.chunk.byteLength),
      outageSince: row.outage_since,
    }
  );
}

async function claimFinish(
  session: SqlSession,
  queries: TaskQueries,
  lease: Lease,
): Promise<Claim | undefined> {
  if ((await session.change(queries.claimFinish, lease)) === 0) return undefined;
  const row = await serve(session, queries, lease);
  return (
    row && { kind: 'finish', task: taskOfRow(row), verified: row.verified, failureReason: row.failure_reason }
  );
}

async function serve(session: SqlSession, queries: TaskQueries, { taskId, now }: Lease) {
  await session.change(queries.start, { taskId, now });
  return await session.first(queries.takeTurn, { taskId });
}
