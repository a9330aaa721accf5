import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  accountId,
  createVerificationService,
  type E164,
  type HoldId,
  type PhoneList,
  type TaskId,
  taskId,
} from '@dialproof/core';
import { describe, expect, it, vi } from 'vitest';
import { SqlAccounts } from '../../accounts/sql-accounts.js';
import { SqlAnswerCache } from '../../answers/sql-answer-cache.js';
import { SqlSingleAnswerStore } from '../../answers/sql-single-answer-store.js';
import { SqlCreditLedger } from '../../ledger/sql-credit-ledger.js';
import { SqlListStore } from '../../lists/sql-list-store.js';
import { sql } from '../../query.js';
import { SqlReplayStore } from '../../replays/sql-replay-store.js';
import { SqlSpendingCounts } from '../../spending/sql-spending-counts.js';
import { SqlSuppressionList } from '../../suppressions/sql-suppression-list.js';
import { SqlTaskStore } from '../../tasks/sql-task-store.js';
import { temporaryDatabase, temporaryFolder } from '../../temporary-folder.fixture.js';
import { HASH_KEY } from '../../test-databases.fixture.js';
import { SqlTokens } from '../../tokens/sql-tokens.js';
import { SqlWebhookStore } from '../../webhooks/sql-webhook-store.js';
import { auditLedger } from '../ledger-audit.js';
import { SqlErasure } from './sql-erasure.js';

const ROWS = 600;

function sampleList(owner: string, task: TaskId): PhoneList {
  const settings = {
    schedule: null,
    nextRunAt: null,
    freshWithinMs: null,
    keyColumn: null,
    maxCredits: null,
    caps: null,
  };
  const facts = { listId: `list of ${owner}`, accountId: accountId(owner), taskId: task, createdAt: 1 };
  return { ...facts, ...settings, name: `customers of ${owner}`, pending: null, runs: [] };
}

async function subject() {
  const file = join(await temporaryFolder(), 'test.db');
  const database = await temporaryDatabase(file);
  const store = new SqlTaskStore({ database });
  const ledger = new SqlCreditLedger({ database });
  const accounts = new SqlAccounts({ database });
  const cache = new SqlAnswerCache({ database, name: 'cache' });
  const replays = new SqlReplayStore({ database });
  const checker = { check: async () => 'inactive' as const };
  const service = createVerificationService({ store, archive: store, ledger, checker, queue: null });
  /** Submits and finishes a file of an account. Its numbers begin with the prefix. */
  const submit = async (account: string, prefix: string): Promise<TaskId> => {
    async function* content() {
      yield Buffer.from('phone\n');
      for (let row = 0; row < ROWS; row += 1) yield Buffer.from(`+${prefix}${1_000 + row}\n`);
    }
    const fileName = `list of ${prefix}.csv`;
    return (await service.submit({ accountId: accountId(account), fileName, content: content() })).taskId;
  };
  const done = async (account: string, prefix: string): Promise<TaskId> => {
    const id = await submit(account, prefix);
    while ((await service.work()).did === 'work');
    return id;
  };
  /** How often the database's files on the disk contain the text. */
  const found = async (text: string): Promise<number> => {
    const bytes = await Promise.all(['', '-wal'].map((end) => readFile(`${file}${end}`, 'latin1')));
    return bytes.join('').split(text).length - 1;
  };
  const answered = async (account: string, key: string, reply: string): Promise<void> => {
    const request = { accountId: accountId(account), key };
    const begun = await replays.begin({ ...request, leaseMs: 1_000, maxPerAccount: 10 });
    if (begun.outcome !== 'new') throw new TypeError('the key is in use');
    const completion = { fingerprint: 'f', reply: Buffer.from(reply), keepMs: 86_400_000 };
    await replays.complete({ ...request, token: begun.token }, completion);
  };
  /** The outcome of a request with a new key, where an account may have one. */
  const begunBeside = async (account: string) => {
    const asked = { accountId: accountId(account), key: 'another', leaseMs: 1_000, maxPerAccount: 1 };
    return (await replays.begin(asked)).outcome;
  };
  const keepAnswers = (...numbers: string[]) =>
    cache.setMany(
      numbers.map((number) => ({
        number: number as E164,
        answer: { status: 'dead', checkedAt: new Date() },
        expiresAt: Date.now() + 86_400_000,
      })),
    );
  return {
    ...{ database, store, ledger, accounts, submit, done, found, answered, begunBeside, keepAnswers },
  };
}

describe('eraseTask', () => {
  it('leaves nothing of the task in the database and its log, and everything of the others', async () => {
    const { answered, database, done, found, keepAnswers, accounts, store } = await subject();
    const { accountId: ann } = await accounts.create({ credits: 2 * ROWS });
    const gone = await done(ann, '1415555');
    const kept = await done(ann, '1415666');
    await answered(ann, 'k', JSON.stringify({ task_id: gone, file_name: 'list of 1415555.csv' }));
    await keepAnswers('+14155551000', '+14155551599', '+14156661000');
    expect(await found('1415555')).toBeGreaterThan(ROWS);

    expect(await new SqlErasure({ database }).eraseTask(gone)).toBe('erased');

    expect([await found('1415555'), await store.find(gone)]).toEqual([0, undefined]);
    expect(await found('1415666')).toBeGreaterThan(ROWS);
    expect(await store.find(kept)).toMatchObject({ status: 'done' });
    expect(await auditLedger(database)).toMatchObject({ addsUp: true, accounts: [{ charged: 2 * ROWS }] });
    expect(await new SqlErasure({ database }).eraseTask(gone)).toBe('unknown');
  });

  it('makes room for requests in place of those that showed the task', async () => {
    const { accounts, answered, begunBeside, database, done } = await subject();
    const { accountId: ann } = await accounts.create({ credits: ROWS });
    const gone = await done(ann, '1415555');
    await answered(ann, 'k', JSON.stringify({ task_id: gone }));
    expect(await begunBeside(ann)).toBe('full');
    await new SqlErasure({ database }).eraseTask(gone);
    expect(await begunBeside(ann)).toBe('new');
  });

  it('erases no task that has not ended', async () => {
    const { accounts, database, store, submit } = await subject();
    const { accountId: ann } = await accounts.create({ credits: ROWS });
    const queued = await submit(ann, '1415555');
    const erasure = new SqlErasure({ database });
    expect(await erasure.eraseTask(queued)).toBe('unfinished');
    expect(await erasure.eraseTask(taskId('none'))).toBe('unknown');
    expect(await store.find(queued)).toMatchObject({ status: 'queued' });
  });
});

describe('eraseAccount', () => {
  it('leaves nothing of the account but the ledger', async () => {
    const { accounts, answered, database, done, found, ledger } = await subject();
    const { accountId: ann } = await accounts.create({ credits: ROWS, email: 'ann@example.com' });
    const { accountId: bob } = await accounts.create({ credits: ROWS, email: 'bob@example.com' });
    const lists = new SqlListStore({ database });
    const ofAnn = sampleList(ann, await done(ann, '1415555'));
    const ofBob = sampleList(bob, await done(bob, '1415666'));
    for (const list of [ofAnn, ofBob]) await lists.create({ list, dueAt: 1, keeps: [list.taskId] }, 1);
    const suppressions = new SqlSuppressionList({ database });
    for (const [account, number] of [
      [ann, '+14155558888'],
      [bob, '+14156668888'],
    ] as const)
      await suppressions.add({ accountId: account, phones: [number as E164], addedAt: 1, maxPerAccount: 1 });
    const singleAnswers = new SqlSingleAnswerStore({ database, hashKey: HASH_KEY });
    const answerAbout = (phone: string) =>
      ({ phone: phone as E164, status: 'dead', checkedAt: new Date(1) }) as const;
    const [annsAnswer, bobsAnswer] = [answerAbout('+14155559999'), answerAbout('+14156669999')] as const;
    await singleAnswers.keep(ann, annsAnswer);
    await singleAnswers.keep(bob, bobsAnswer);
    await answered(ann, 'k', '{"phone":"+14155557777"}');
    const hold = { holdId: 'h' as HoldId, accountId: ann };
    await ledger.grant(ann, 1);
    await ledger.hold({ ...hold, credits: 1, expiresAfterMs: null });
    await ledger.settle({ ...hold, credits: 1, keep: 'what was answered' });
    await new SqlWebhookStore({ database }).create({
      webhookId: 'w1',
      accountId: ann,
      url: 'https://ann.example.com/hook',
      events: ['task.done'],
      secret: 'whsec_1',
      maxPerAccount: 1,
      madeWith: null,
    });

    const tokens = new SqlTokens({ database });
    const [annsToken, bobsToken] = await Promise.all(
      [ann, bob].map(
        async (account) => (await tokens.issue(account, { maxCreditsPerDay: 9 }))?.tokenId ?? '',
      ),
    );
    const names = [annsToken, bobsToken].flatMap((id) => [`${id}`, `token ${id}`]);
    for (const day of ['2026-11-27', '2026-11-28'])
      for (const name of names) await new SqlSpendingCounts({ database, name }).take(day, 5, 9);

    const erased = await new SqlErasure({ database }).eraseAccount(ann);
    const spent = names.map((name) => new SqlSpendingCounts({ database, name }).spent('2026-11-28'));
    expect(await Promise.all(spent)).toEqual([0, 0, 5, 5]);
    expect(await found(`token ${annsToken}`)).toBe(0);

    expect(erased).toEqual({
      isErased: true,
      ...{ erasedTasks: 1, erasedRequests: 1, erasedTokens: 2, erasedWebhooks: 1, wasRegistered: true },
      unfinishedTasks: [],
    });
    expect([await lists.find(ofAnn), (await lists.find(ofBob))?.list]).toEqual([undefined, ofBob]);
    await expect(lists.create({ list: ofAnn, dueAt: 1, keeps: [] }, 1)).rejects.toMatchObject({
      code: 'task_not_found',
    });
    for (const text of [ofAnn.name, '1415555', 'ann@example.com', 'ann.example.com', 'what was answered'])
      expect(await found(text)).toBe(0);
    expect(await new SqlTokens({ database }).list(ann)).toEqual([]);
    expect(await singleAnswers.find(ann, [annsAnswer.phone], 0)).toEqual([]);
    expect(await singleAnswers.find(bob, [bobsAnswer.phone], 0)).toEqual([bobsAnswer]);
    expect(await accounts.find(ann)).toBeUndefined();
    const usage = sql<object, { account_id: string }>`select account_id from account_usage`;
    expect(await database.read.rows(usage, {})).toEqual([{ account_id: bob }]);
    expect(await auditLedger(database)).toMatchObject({ addsUp: true, accounts: [{}, {}] });
    expect(await found('1415666')).toBeGreaterThan(ROWS);
    expect(await accounts.find(bob)).toMatchObject({ accountId: bob });
  });

  it('erases again what was added since, although the account is gone', async () => {
    const { accounts, answered, database, found } = await subject();
    const { accountId: ann } = await accounts.create();
    const erasure = new SqlErasure({ database });
    await erasure.eraseAccount(ann);
    await answered(ann, 'k', '{"phone":"+14155557777"}');
    const again = { isErased: true, erasedRequests: 1, erasedTokens: 0, wasRegistered: false };
    expect(await erasure.eraseAccount(ann)).toMatchObject(again);
    expect(await found('+14155557777')).toBe(0);
  });

  it('keeps no answer of a single check that has begun before it', async () => {
    const { accounts, database, ledger } = await subject();
    const { accountId: ann } = await accounts.create({ credits: 2 });
    const singleAnswers = new SqlSingleAnswerStore({ database, hashKey: HASH_KEY });
    const answer = { phone: '+14155559999' as E164, status: 'dead', checkedAt: new Date(1) } as const;
    const keep = async () => {
      await singleAnswers.keep(ann, answer);
      return await singleAnswers.find(ann, [answer.phone], 0);
    };
    const hold = (holdId: string) =>
      ledger.hold({ holdId: holdId as HoldId, accountId: ann, credits: 1, expiresAfterMs: 1 });
    await hold('before');
    await new SqlErasure({ database }).eraseAccount(ann);
    await ledger.settle({ holdId: 'before' as HoldId, accountId: ann, credits: 1 });
    expect(await keep()).toEqual([]);
    // A host that keeps accounts elsewhere may give the id again.
    await hold('after');
    expect(await keep()).toEqual([answer]);
  });

  it('removes the answer of a single check that a server commits while the account is removed', async () => {
    const { accounts, database } = await subject();
    const { accountId: ann } = await accounts.create();
    const write = database.write.bind(database);
    const committed = sql<{ accountId: string }>`
      insert into single_answers (account_id, number_hash, status, checked_at) values (${'accountId'}, '0a', 'dead', 1)`;
    const kept = sql<object, { number_hash: string }>`select number_hash from single_answers`;
    database.write = async (work, options) => {
      const removed = await write(work, options);
      if (removed instanceof Map) {
        await write((session) => session.change(committed, { accountId: ann }));
        expect(await database.read.rows(kept, {})).toHaveLength(1);
      }
      return removed;
    };
    expect(await new SqlErasure({ database }).eraseAccount(ann)).toMatchObject({ isErased: true });
    expect(await database.read.rows(kept, {})).toEqual([]);
  });

  it('leaves no count of its answered requests', async () => {
    const { answered, begunBeside, database } = await subject();
    await answered('ann', 'k', '{}');
    await answered('bob', 'k', '{}');
    await new SqlErasure({ database }).eraseAccount(accountId('ann'));
    expect([await begunBeside('ann'), await begunBeside('bob')]).toEqual(['new', 'full']);
  });

  it('keeps an account whose tasks have not ended, with those tasks', async () => {
    const { accounts, answered, begunBeside, database, done, found, submit } = await subject();
    const { accountId: ann } = await accounts.create({ credits: 2 * ROWS });
    await done(ann, '1415555');
    const queued = await submit(ann, '1415666');
    await answered(ann, 'k', '{"phone":"+14155557777"}');
    const erasure = new SqlErasure({ database });
    expect(await erasure.eraseAccount(ann)).toMatchObject({
      isErased: false,
      erasedTasks: 1,
      unfinishedTasks: [queued],
    });
    expect(await accounts.find(ann)).toMatchObject({ accountId: ann });
    expect([await found('+14155557777'), await begunBeside(ann)]).toEqual([0, 'new']);
  });

  it('reads none of the answered requests, of which there may be as many as tasks', async () => {
    const { accounts, answered, database, done } = await subject();
    const { accountId: ann } = await accounts.create({ credits: 2 * ROWS });
    for (const prefix of ['1415555', '1415666']) await done(ann, prefix);
    await answered(ann, 'k', '{}');
    const rows = vi.spyOn(database.read, 'rows');
    await new SqlErasure({ database }).eraseAccount(ann);
    const reads = await Promise.all(rows.mock.results.map(({ value }) => value));
    expect(reads.flat().filter((row) => Object.hasOwn(row, 'reply'))).toEqual([]);
  });
});
