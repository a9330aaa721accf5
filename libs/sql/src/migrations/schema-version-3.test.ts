import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accountId, type Claim, ManualClock, type TaskId, taskHoldId, taskId } from '@dialproof/core';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { SqlAccounts, SqlAuthenticator, SqlCreditLedger, SqlTaskStore } from '../index.js';
import { auditLedger } from '../operations/ledger-audit.js';
import { temporaryDatabase, temporaryFolder } from '../temporary-folder.fixture.js';

const FILE = fileURLToPath(new URL('../../fixtures/schema-version-3.db', import.meta.url));

/** The time at which the file was written, and its tasks. */
const WRITTEN = Date.UTC(2026, 10, 20, 12, 0, 8);
const DONE = taskId('2dd7f46f-e084-4161-9305-493169470042');
const FAILED = taskId('32f85d82-be8a-4327-a594-f8884b8c2635');
const FINISHING = taskId('c5196561-5706-4c1f-9500-5691b10381ae');
const PROCESSING = taskId('7b1c0a83-df41-4754-bb2a-6ef263bdcc2c');
const WAITING = taskId('e9166603-b3d9-4c07-b183-d3db25c9b1f0');
const FAILING = taskId('4538c9dc-5782-4f27-ac7a-e09ae526b65a');
const QUEUED = taskId('5c2e08b4-7a59-48dd-a596-fa2e832bd59e');
const DRAFT = taskId('2e6482ed-8d24-4895-b68d-8bbbae4c94e7');
const ABANDONED = taskId('34149c58-ffa6-45d8-8fa6-f94056f02705');

const ANN = accountId('dd55fc35-a99d-48c2-99be-208bf22cd977');
const BOB = accountId('7bee8954-d9dd-441b-ac3e-6ea354ae2535');
const TOKEN = 'dp_113a9796d5ae0032_RQpal0gHKPnzh2lnSpnstol1Zh9nIqvkOaUt0P3Ur40';
const ROTATED_TOKEN = 'dp_dd5729ce54f0e32d_nyz_JRFTM6WDO6XCJSASNtElHc4R05KqSHLBRm_zdm8';

/** Longer than any lease or hold of the file. */
const LONG_MS = 3_600_000;

/** A copy of the file, opened at the time when it was written. `damage`: SQL that runs on it first. */
async function openCopy(damage = '') {
  const file = join(await temporaryFolder(), 'copy.db');
  await copyFile(FILE, file);
  if (damage !== '') {
    const raw = new Database(file);
    raw.exec(damage);
    raw.close();
  }
  const database = await temporaryDatabase(file);
  const clock = new ManualClock(WRITTEN);
  const store = new SqlTaskStore({ database, clock });
  return { clock, database, store, ledger: new SqlCreditLedger({ database, clock }) };
}

type Copy = Awaited<ReturnType<typeof openCopy>>;

/** Does the claimed work, like a worker whose checker finds every number dead. */
async function doClaim({ store, ledger }: Copy, claim: Claim): Promise<void> {
  const { accountId: account, lease } = claim;
  const holdId = taskHoldId(claim.taskId, claim.run);
  if (claim.kind === 'discard') {
    await ledger.settle({ holdId, accountId: account, credits: 0 });
    return await store.discard(lease);
  }
  if (claim.kind === 'finish') {
    const { verified, failureReason } = claim;
    const { charged } = await ledger.settle({ holdId, accountId: account, credits: verified });
    expect(charged).toBe(verified);
    const status = failureReason === null ? 'done' : 'failed';
    return await store.finish(lease, { status, failureReason, charged });
  }
  expect(claim.statuses).toBeNull();
  const numbers = Buffer.from(claim.chunk).toString('latin1').split(' ');
  const rows = { wa_registered: 0, telegram_registered: 0, dead: numbers.length, inactive: 0, unknown: 0 };
  const answer = await store.record(lease, {
    revision: claim.revision,
    statuses: new Uint8Array(numbers.length).fill(2),
    rows,
    sources: {},
    checksFailed: 0,
    verified: numbers.length,
    isComplete: true,
    leaseMs: 60_000,
  });
  await store.endOutage();
  if (answer.outcome === 'recorded' && answer.finish !== null)
    await doClaim({ store, ledger } as Copy, answer.finish);
}

async function doAll(copy: Copy): Promise<void> {
  for (let turns = 0; turns < 100; turns += 1) {
    const { claims, retryAfterMs } = await copy.store.claim({ leaseMs: 60_000, limit: 3, taskId: null });
    for (const claim of claims) await doClaim(copy, claim);
    if (retryAfterMs === null) return;
    if (claims.length === 0) copy.clock.advance(retryAfterMs);
  }
  throw new Error('the work does not come to an end');
}

describe('a database of schema version 3', () => {
  it('keeps accounts, tokens and credits', async () => {
    const { database, ledger } = await openCopy();
    const authenticator = new SqlAuthenticator({ database });

    expect(await authenticator.authenticate({ token: TOKEN, request: undefined })).toEqual({
      accountId: ANN,
      suspended: false,
      tokenId: TOKEN.split('_')[1],
    });
    expect(await authenticator.authenticate({ token: ROTATED_TOKEN, request: undefined })).toBeUndefined();
    expect(await new SqlAccounts({ database }).findByEmail('bob@example.com')).toMatchObject({
      accountId: BOB,
    });
    expect(await ledger.balance(ANN)).toEqual({ available: 74, held: 19 });
    expect(await auditLedger(database)).toMatchObject({ openHolds: 7, addsUp: true });
  });

  it('lists its tasks, and removes those that have ended', async () => {
    const { store } = await openCopy();
    const request = { accountId: ANN, status: 'done', fileName: null, limit: 9, cursor: null } as const;
    expect((await store.list(request)).tasks.map(({ taskId: id }) => id)).toContain(DONE);
    expect(await store.expire({ endedBeforeMs: 1_000, limit: 9 })).toBeGreaterThan(0);
    expect(await store.find(DONE)).toBeUndefined();
    expect(await store.remove(QUEUED)).toBe(false);
  });

  it('shows its tasks as they were, with their failed checks counted', async () => {
    const { store } = await openCopy();

    expect(await store.find(DONE)).toEqual({
      taskId: DONE,
      accountId: ANN,
      status: 'done',
      total: 7,
      processed: 7,
      summary: { wa_registered: 1, telegram_registered: 0, dead: 1, inactive: 1, unknown: 4 },
      sources: {},
      checksFailed: 3,
      createdAt: WRITTEN - 7_000,
      startedAt: WRITTEN - 6_500,
      finishedAt: WRITTEN - 6_500,
      failureReason: null,
      waiting: null,
      credits: { held: 0, charged: 3 },
      file: {
        name: 'done.csv',
        type: 'csv',
        sheet: null,
        encoding: null,
        phoneColumn: { index: 2, name: 'phone' },
        notes: [],
        rowBlocks: 1,
        numbersPerChunk: 3,
      },
    });
    const failed = { status: 'failed', failureReason: 'checker_unavailable', processed: 3, checksFailed: 0 };
    expect(await store.find(FAILED)).toMatchObject({ ...failed, waiting: null });
    expect(await store.find(FINISHING)).toMatchObject({ processed: 3, checksFailed: 1, waiting: null });
    expect(await store.find(PROCESSING)).toMatchObject({
      status: 'processing',
      processed: 8,
      checksFailed: 2,
    });
    expect(await store.find(FAILING)).toMatchObject({ status: 'processing', checksFailed: 1, waiting: null });
    expect(await store.find(QUEUED)).toMatchObject({
      status: 'queued',
      startedAt: null,
      credits: { held: 2 },
    });
    for (const id of [FAILED, FINISHING, PROCESSING, WAITING, FAILING, QUEUED]) {
      expect(await store.find(id)).toMatchObject({ file: { encoding: null, notes: [] } });
    }
    expect(await store.find(DRAFT)).toBeUndefined();
    expect(await store.find(ABANDONED)).toBeUndefined();
  });

  it('keeps blocks and statuses, and has the header in the block behind the rows', async () => {
    const { store } = await openCopy();
    const text = async (id: TaskId, index: number) =>
      Buffer.from((await store.rowBlock(id, index)) ?? []).toString();

    expect(JSON.parse(await text(DONE, 1))).toEqual(['na"me', 'näme 😀', 'phone']);
    expect(await text(DONE, 0)).toContain('a,b,+14155552600');
    expect(JSON.parse(await text(QUEUED, 2))).toEqual(['nul \0', 'half \ud800 a pair', 'phone']);
    expect(await text(QUEUED, 1)).toContain('a,b,+14155552601');
    expect(await store.rowBlock(QUEUED, 3)).toBeUndefined();
    expect(await store.statuses(PROCESSING)).toEqual([
      Uint8Array.of(0, 255, 1),
      Uint8Array.of(2, 3, 0),
      undefined,
    ]);
  });

  it('keeps its leases, and makes one outage of those of its tasks', async () => {
    const { store, clock } = await openCopy();
    const waiting = { reason: 'checker_unavailable', since: WRITTEN - 1_000, nextTryAt: WRITTEN + 29_000 };
    const request = { leaseMs: 60_000, limit: 10, taskId: null };

    expect(await store.find(WAITING)).toMatchObject({ waiting });
    expect(await store.find(QUEUED)).toMatchObject({ waiting: { since: WRITTEN } });
    // The owner of a chunk cannot record it any more once its task has to fail, so nothing waits for that lease.
    expect(await store.claim(request)).toMatchObject({
      claims: [{ kind: 'finish', taskId: FAILING }],
    });
    expect(await store.claim(request)).toMatchObject({ claims: [], retryAfterMs: 29_000 });

    clock.advance(29_000);
    expect(await store.claim(request)).toMatchObject({
      claims: [{ kind: 'check', probe: { outageMs: 30_000 } }],
    });
  });

  it('goes on with its tasks to their ends, and the credits add up', async () => {
    const copy = await openCopy();

    await doAll(copy);

    const { store, ledger } = copy;
    const done = { status: 'done', failureReason: null };
    expect(await store.find(FINISHING)).toMatchObject({ ...done, credits: { held: 0, charged: 2 } });
    expect(await store.find(PROCESSING)).toMatchObject({ ...done, processed: 9, credits: { charged: 6 } });
    expect(await store.find(WAITING)).toMatchObject({ ...done, processed: 5, credits: { charged: 5 } });
    expect(await store.find(QUEUED)).toMatchObject({ ...done, processed: 2, credits: { charged: 2 } });
    expect(await store.find(FAILING)).toMatchObject({
      status: 'failed',
      failureReason: 'checker_unavailable',
      processed: 3,
      credits: { held: 0, charged: 2 },
    });
    expect(await store.rowBlock(DRAFT, 0)).toBeUndefined();
    copy.clock.advance(LONG_MS);
    expect(await ledger.releaseExpired()).toBe(1);
    expect(await auditLedger(copy.database)).toMatchObject({ openHolds: 0, addsUp: true });
    expect(await ledger.balance(ANN)).toEqual({ available: 85, held: 0 });
  });

  it('goes on with all of it when the leases of the killed process have ended', async () => {
    const copy = await openCopy();
    copy.clock.advance(LONG_MS);

    const { claims } = await copy.store.claim({ leaseMs: 60_000, limit: 100, taskId: null });

    const kinds = claims.map(({ kind, taskId: id }) => [kind, id]);
    expect(kinds).toEqual(
      expect.arrayContaining([
        ['discard', DRAFT],
        ['discard', ABANDONED],
      ]),
    );
    expect(kinds).toEqual(
      expect.arrayContaining([
        ['finish', FINISHING],
        ['finish', FAILING],
      ]),
    );
    expect(claims.filter(({ kind }) => kind === 'check')).toHaveLength(1);
  });

  it('retries a task that failed before', async () => {
    const copy = await openCopy();
    const retry = await copy.store.beginRetry(FAILED, 60_000);
    if (retry === undefined) throw new Error('the task cannot be retried');
    expect(retry.run).toBe(2);
    const holdId = taskHoldId(FAILED, retry.run);
    await copy.ledger.hold({ holdId, accountId: ANN, credits: 4, expiresAfterMs: null });

    await copy.store.resume(retry.lease, { heldCredits: 4, reopened: [] });
    await doAll(copy);

    expect(await copy.store.find(FAILED)).toMatchObject({
      status: 'done',
      processed: 7,
      credits: { held: 0, charged: 7 },
    });
  });

  it('opens although rows of it cannot be read, and leaves them as they are', async () => {
    const copy = await openCopy(`
      update tasks set file = '{"columns":' where task_id = '${DONE}';
      update tasks set file = '{"columns":{"a":1},"rowBlocks":"x"}' where task_id = '${FAILED}';
      update task_chunks set chunk = cast('"' as blob) where task_id = '${FINISHING}';
    `);

    // Shown with what can be read of it, so that its account's list is shown too.
    expect(await copy.store.find(DONE)).toMatchObject({ processed: 7, file: { name: '', rowBlocks: -1 } });
    expect(await copy.store.find(FINISHING)).toMatchObject({ processed: 3, checksFailed: 0 });
    expect(await copy.store.find(PROCESSING)).toMatchObject({ checksFailed: 2 });
    await doAll(copy);
    expect(await auditLedger(copy.database)).toMatchObject({ addsUp: true });
  });
});
