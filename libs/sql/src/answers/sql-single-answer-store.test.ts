import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accountId, DialproofError, type E164, type SingleAnswer } from '@dialproof/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sql } from '../query.js';
import { openSqliteDatabase } from '../sqlite/open-sqlite-database.js';
import { temporaryDatabase, temporaryFolder } from '../temporary-folder.fixture.js';
import { describeOnEachDatabase, HASH_KEY } from '../test-databases.fixture.js';
import { answerHashKey } from './answer-hash-key.js';
import { SqlSingleAnswerStore, singleAnswerQueries } from './sql-single-answer-store.js';

const ANN = accountId('ann');
const BEN = accountId('ben');
const PHONE = '+14155559876' as E164;
const ANSWER: SingleAnswer = { phone: PHONE, status: 'dead', checkedAt: new Date(1) };
const HASHES = sql<
  object,
  { number_hash: string }
>`select number_hash from single_answers order by account_id`;

describeOnEachDatabase('SqlSingleAnswerStore', (create) => {
  const subject = async () => {
    const test = await create();
    onTestFinished(() => test.remove());
    const { database } = test;
    const storeWith = (hashKey: Uint8Array | string) => new SqlSingleAnswerStore({ database, hashKey });
    const hashes = async () => (await database.read.rows(HASHES, {})).map(({ number_hash }) => number_hash);
    return { database, hashes, store: storeWith(HASH_KEY), storeWith };
  };

  it('keeps the keyed hash of account and number, another one for each account', async () => {
    const { hashes, store } = await subject();
    for (const account of [ANN, BEN]) await store.keep(account, ANSWER);
    const hashOf = (account: string) =>
      createHmac('sha256', HASH_KEY).update(`${account}\0${PHONE}`).digest('hex').slice(0, 32);
    expect(await hashes()).toEqual([hashOf('ann'), hashOf('ben')]);
    expect(hashOf('ann')).not.toBe(hashOf('ben'));
  });

  it('rejects every call with another key, so that no erasure finds nothing, and finds all with the same one', async () => {
    const { store, storeWith } = await subject();
    await store.keep(ANN, ANSWER);
    const other = storeWith(`${HASH_KEY}.`);
    const refused = [
      other.find(ANN, [PHONE], 0),
      other.remove(ANN, PHONE),
      other.keep(ANN, ANSWER),
      other.expire({ olderThanMs: 1, limit: 9 }),
      other.hashNumbers(),
    ];
    for (const call of refused)
      await expect(call).rejects.toMatchObject({
        code: 'storage_unavailable',
        hint: expect.stringMatching(/another hashKey/),
      });
    const same = storeWith(Buffer.from(HASH_KEY));
    expect(await same.find(ANN, [PHONE], 0)).toEqual([ANSWER]);
    expect(await same.remove(ANN, PHONE)).toBe(true);
    expect(await store.find(ANN, [PHONE], 0)).toEqual([]);
  });

  it('waits until the server has the replaced numbers on its disk', async () => {
    const { database, store } = await subject();
    const sync = vi.spyOn(database, 'sync');
    await store.hashNumbers();
    await store.hashNumbers();
    expect(sync).toHaveBeenCalledTimes(1);
  });

  it('looks many numbers up only for an account that has answers', async () => {
    const { database, store } = await subject();
    await store.keep(BEN, ANSWER);
    const rows = vi.spyOn(database.read, 'rows');
    const lookUps = () => rows.mock.calls.filter(([query]) => query === singleAnswerQueries.find).length;
    expect(await store.find(ANN, [PHONE, '+14155550100' as E164], 0)).toEqual([]);
    expect(lookUps()).toBe(0);
    expect(await store.find(BEN, [PHONE, '+14155550100' as E164], 0)).toEqual([ANSWER]);
    expect(lookUps()).toBe(1);
  });

  it('looks for plain numbers again after the database was away', async () => {
    const { database, store } = await subject();
    const away = new DialproofError('storage_unavailable');
    const first = vi.spyOn(database.read, 'first').mockRejectedValueOnce(away);
    await expect(store.find(ANN, [PHONE], 0)).rejects.toBe(away);
    expect(await store.find(ANN, [PHONE], 0)).toEqual([]);
    const looks = first.mock.calls.filter(([query]) => query === singleAnswerQueries.anyPlain);
    expect(looks).toHaveLength(1);
    await store.find(ANN, [PHONE], 0);
    expect(first.mock.calls.filter(([query]) => query === singleAnswerQueries.anyPlain)).toHaveLength(1);
  });
});

describeOnEachDatabase('answerHashKey', (create) => {
  it('is made once, also by many callers at once, and stays', async () => {
    const test = await create();
    onTestFinished(() => test.remove());
    const keys = await Promise.all(Array.from({ length: 8 }, () => answerHashKey(test.database)));
    const [key] = keys;
    expect(key?.length).toBe(32);
    expect(new Set(keys.map((one) => Buffer.from(one).toString('hex'))).size).toBe(1);
    expect(Buffer.from(await answerHashKey(await test.reopen())).equals(key ?? Buffer.of())).toBe(true);
  });

  it('is another one in each database', async () => {
    const [one, other] = [await temporaryDatabase(), await temporaryDatabase()];
    expect(Buffer.from(await answerHashKey(one)).equals(await answerHashKey(other))).toBe(false);
  });
});

describe('SqlSingleAnswerStore', () => {
  it('leaves no number in the file', async () => {
    const file = join(await temporaryFolder(), 'test.db');
    const database = await openSqliteDatabase({ file });
    const store = new SqlSingleAnswerStore({ database, hashKey: HASH_KEY });
    await store.keep(ANN, ANSWER);
    await store.find(ANN, [PHONE], 0);
    const bytes = async () =>
      (
        await Promise.all(['', '-wal'].map((end) => readFile(`${file}${end}`, 'latin1').catch(() => '')))
      ).join('');
    const read = database.read.first(HASHES, {});
    const hash = (await read)?.number_hash ?? expect.fail('nothing was kept');
    for (const found of [await bytes(), await database.close().then(bytes)]) {
      expect(found).toContain(hash);
      expect(found).not.toContain('4155559876');
      expect(found).not.toContain(HASH_KEY);
    }
  });

  it.each([
    ['none', undefined],
    ['a short text', 'k'.repeat(31)],
    ['short bytes', Buffer.alloc(31)],
    ['a number', 32],
  ])('refuses a key that is no key: %s', async (_, hashKey) => {
    const database = await temporaryDatabase();
    expect(() => new SqlSingleAnswerStore({ database, hashKey } as never)).toThrow(TypeError);
  });
});
