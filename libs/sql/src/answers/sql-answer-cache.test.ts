import { join } from 'node:path';
import { type CacheEntry, ManualClock, normalizePhone } from '@dialproof/core';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDatabase, temporaryFolder } from '../temporary-folder.fixture.js';
import { SqlAnswerCache } from './sql-answer-cache.js';

const NOON = Date.UTC(2026, 10, 20, 12);

const entries = (count: number, expiresAt: number): readonly CacheEntry[] =>
  Array.from({ length: count }, (_, index) => ({
    number: normalizePhone(`+4479460${10_000 + index}`),
    answer: { status: 'dead', checkedAt: new Date(NOON) },
    expiresAt,
  }));

function inspect(file: string): Database.Database {
  const database = new Database(file);
  onTestFinished(() => {
    database.close();
  });
  return database;
}

describe('SqlAnswerCache', () => {
  it('keeps caches of different names apart', async () => {
    const database = await temporaryDatabase();
    const [one, other] = ['one', 'other'].map((name) => new SqlAnswerCache({ database, name }));
    const [entry] = entries(1, NOON * 2);
    await one?.setMany(entries(1, NOON * 2));
    expect(await one?.getMany(entries(1, 0).map(({ number }) => number))).toEqual([entry]);
    expect(await other?.getMany(entries(1, 0).map(({ number }) => number))).toEqual([undefined]);
  });

  it('deletes what has expired as new answers come, twice as much as it keeps', async () => {
    const file = join(await temporaryFolder(), 'test.db');
    const clock = new ManualClock(NOON);
    const database = await temporaryDatabase(file);
    const cache = new SqlAnswerCache({ database, name: 'test', clock });
    await cache.setMany(entries(100, NOON + 1_000));
    const count = () => inspect(file).prepare('select count(*) from cached_answers').pluck().get();
    clock.advance(999);
    await cache.setMany(entries(1, NOON + 9_000));
    expect(count()).toBe(100);
    clock.advance(1);
    await cache.setMany(entries(1, NOON + 9_000));
    expect(count()).toBe(90);
    await cache.setMany(entries(60, NOON + 9_000));
    expect(count()).toBe(60);
  });

  it('refuses a name that is none', async () => {
    const database = await temporaryDatabase();
    expect(() => new SqlAnswerCache({ database, name: '' })).toThrow(RangeError);
  });
});
