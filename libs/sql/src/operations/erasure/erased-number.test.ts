import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accountId, createVerificationService, type E164, type HoldId } from '@dialproof/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SqlSingleAnswerStore } from '../../answers/sql-single-answer-store.js';
import { SqlCreditLedger } from '../../ledger/sql-credit-ledger.js';
import { sql } from '../../query.js';
import { SqlReplayStore } from '../../replays/sql-replay-store.js';
import { SqlSuppressionList } from '../../suppressions/sql-suppression-list.js';
import { SqlTaskStore } from '../../tasks/sql-task-store.js';
import { temporaryDatabase, temporaryFolder } from '../../temporary-folder.fixture.js';
import { describeOnEachDatabase, HASH_KEY } from '../../test-databases.fixture.js';

const ALICE = accountId('alice');
/** More than a block of rows and a chunk, and numbers that occur nowhere else in a database. */
const ROWS = 2_500;
const GONE = '+14155551234';

function parts(database: Awaited<ReturnType<typeof temporaryDatabase>>) {
  const store = new SqlTaskStore({ database });
  const ledger = new SqlCreditLedger({ database });
  const replays = new SqlReplayStore({ database });
  const suppressions = new SqlSuppressionList({ database });
  const singleAnswers = new SqlSingleAnswerStore({ database, hashKey: HASH_KEY });
  const checker = { check: async () => ({ status: 'inactive', source: 'checker' }) as const };
  const ports = { store, archive: store, ledger, replays, singleAnswers, suppressions };
  const service = createVerificationService({ ...ports, checker, queue: null });
  const submit = async (fileName = 'a.csv') => {
    async function* content() {
      yield Buffer.from('name,phone,office\n');
      for (let row = 0; row < ROWS; row += 1)
        yield Buffer.from(`Person ${row},+1415555${1_000 + row},none\n`);
      yield Buffer.from(`Boss,+14155550000,+1 (415) 555-1234\nBoss,${GONE},\n`);
    }
    const task = await service.submit({ accountId: ALICE, fileName, content: content() });
    while ((await service.work()).did === 'work');
    return task;
  };
  const answered = async (key: string, reply: string): Promise<void> => {
    const begun = await replays.begin({ accountId: ALICE, key, leaseMs: 1_000, maxPerAccount: 10 });
    if (begun.outcome !== 'new') throw new TypeError('the key is in use');
    const completion = { fingerprint: 'f', reply: Buffer.from(reply), keepMs: 86_400_000 };
    await replays.complete({ accountId: ALICE, key, token: begun.token }, completion);
  };
  return { ...ports, answered, service, submit };
}

describeOnEachDatabase('eraseNumber', (create) => {
  it('leaves the number in no row of the tables of an account', async () => {
    const test = await create();
    const { answered, ledger, service, singleAnswers, store, submit, suppressions } = parts(test.database);
    const kept = sql<object, { number_hash: string }>`select number_hash from single_answers`;
    await ledger.grant(ALICE, 2 * ROWS + 100);
    const before = await submit(`calls of ${GONE}.csv`);
    await answered('k', JSON.stringify({ phone: GONE, status: 'inactive' }));
    await service.verify({ accountId: ALICE, phone: GONE });
    expect(await singleAnswers.find(ALICE, [GONE as E164], 0)).toHaveLength(1);
    const ofGone = await test.database.read.rows(kept, {});
    await service.verify({ accountId: ALICE, phone: '+14155550001' });
    await suppressions.add({ accountId: ALICE, phones: [GONE as E164], addedAt: 1, maxPerAccount: 9 });
    const task = await store.find(before.taskId);
    expect(await service.eraseNumber({ accountId: ALICE, phone: GONE, suppress: false })).toEqual({
      ...{ tasks: 1, rows: 3, unfinished: [], answers: 2 },
    });
    const others = await test.database.read.rows(kept, {});
    expect([others.length, ofGone.length]).toEqual([1, 1]);
    expect(others).not.toEqual(ofGone);
    const after = await store.find(before.taskId);
    expect(after).toEqual({ ...task, file: { ...task?.file, name: 'calls of ….csv', erasures: 1 } });
    const { rows } = await service.rows({ accountId: ALICE, taskId: before.taskId, limit: 100 });
    expect(rows.every(({ phone }) => phone !== null)).toBe(true);
    const { content } = await service.results({ accountId: ALICE, taskId: before.taskId });
    const pieces: Uint8Array[] = [];
    for await (const piece of content) pieces.push(piece);
    const lines = Buffer.concat(pieces).toString().trimEnd().split('\n');
    expect([lines[235], lines.at(-2), lines.at(-1)]).toEqual([
      ',,,inactive',
      'Boss,+14155550000,,inactive',
      ',,,inactive',
    ]);
    const blocks = [0, 1, 2].map((index) => store.rowBlock(before.taskId, index));
    const chunks = Array.from({ length: 12 }, (_, index) => store.numbers(before.taskId, index));
    const bytes = (await Promise.all([...blocks, ...chunks])).map((part) =>
      Buffer.from(part ?? []).toString('latin1'),
    );
    expect(bytes.join('\n')).not.toMatch(/4155551234|555-1234|Person 234,/);
    expect(bytes.join('\n')).toMatch(/14155551233 0\*2 14155551235/);
    expect(await suppressions.among(ALICE, [GONE as E164])).toEqual(new Set());
    await test.remove();
  });
});

describe('the bytes of an erased number', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('leave the file and its log within a minute on an idle server, and all other numbers stay', async () => {
    const file = join(await temporaryFolder(), 'test.db');
    const database = await temporaryDatabase(file);
    const { ledger, service, submit } = parts(database);
    await ledger.grant(ALICE, 2 * ROWS + 100);
    const found = async (text: string | RegExp): Promise<number> => {
      const bytes = await Promise.all(['', '-wal'].map((end) => readFile(`${file}${end}`, 'latin1')));
      return bytes.join('').split(text).length - 1;
    };
    await submit(`calls of ${GONE}.csv`);
    await service.verify({ accountId: ALICE, phone: GONE });
    const hashOfGone = sql<object, { number_hash: string }>`select number_hash from single_answers`;
    const hash = (await database.read.first(hashOfGone, {}))?.number_hash ?? expect.fail('nothing was kept');
    // Nothing is deleted but what is erased.
    await ledger.hold({ holdId: 'h' as HoldId, accountId: ALICE, credits: 1, expiresAfterMs: null });
    vi.advanceTimersByTime(120_000);
    const others = await found('14155551235');
    expect(await found(/4155551234|415\) 555-1234/)).toBeGreaterThan(3);
    expect(await found(hash)).toBeGreaterThan(0);

    await service.eraseNumber({ accountId: ALICE, phone: GONE });

    vi.advanceTimersByTime(60_000);
    expect(await found(/4155551234|415\) 555-1234|Person 234,/)).toBe(0);
    expect(await found(hash)).toBe(0);
    expect(await found('14155551235')).toBe(others);
    await service.close();
  });

  it('are nowhere in the file once the database is closed, of tens of thousands of suppressed numbers', async () => {
    const file = join(await temporaryFolder(), 'test.db');
    const database = await temporaryDatabase(file);
    const { service, suppressions } = parts(database);
    const phones = Array.from(
      { length: 20_000 },
      (_, index) => `+1415${1_000_000 + ((index * 7_919) % 99_991)}` as E164,
    );
    const removed = phones.filter((_, index) => index % 3 > 0);
    for (let index = 0; index < phones.length; index += 500) {
      const added = phones.slice(index, index + 500);
      await suppressions.add({ accountId: ALICE, phones: added, addedAt: 1, maxPerAccount: 20_000 });
    }
    for (const phone of removed) await suppressions.remove(ALICE, phone);
    await service.close();
    await database.close();
    const left = new Set((await readFile(file, 'latin1')).match(/\+1415\d{7}/g));
    expect(removed.filter((phone) => left.has(phone))).toEqual([]);
    expect(left.size).toBe(phones.length - removed.length);
  });
});
