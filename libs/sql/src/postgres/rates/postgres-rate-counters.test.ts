import { ManualClock } from '@dialproof/core';
import { expect, it } from 'vitest';
import type { PostgresDatabase } from '../postgres-database.js';
import { PostgresRateCounters } from './postgres-rate-counters.js';

const ANSWER_MS = 250;

interface Statement {
  readonly keys: readonly string[];
  readonly added: readonly number[];
  answer(): void;
}

/** Counters over a fake server. The test gives its answers and sees its statements. */
function heldCounters() {
  const statements: Statement[] = [];
  const counts = new Map<string, number>();
  const rows = (_query: unknown, { added, keys }: Pick<Statement, 'added' | 'keys'>) =>
    new Promise((resolve) => {
      const answer = () => {
        for (const [place, key] of keys.entries())
          counts.set(key, (counts.get(key) ?? 0) + (added[place] ?? 0));
        resolve(keys.map((key) => ({ key, count: counts.get(key), left_ms: 1_000 })));
      };
      statements.push({ keys, added, answer });
    });
  // The counters use only these.
  const database = { read: { rows } } as unknown as PostgresDatabase;
  const clock = new ManualClock();
  const { counter } = new PostgresRateCounters({ database, clock });
  return { clock, statements, ...counter({ name: 'verify', requests: 100, seconds: 60 }) };
}

it('counts no request that was given up before a statement took it', async () => {
  const { clock, consume, statements } = heldCounters();
  const asked = ['ann', 'bob', 'bob', 'cid'].map((key) => consume(key));
  const givenUp = asked.map((count) => expect(count).rejects.toMatchObject({ code: 'storage_unavailable' }));
  clock.advance(ANSWER_MS - 50);
  const later = consume('cid');
  clock.advance(50);
  await Promise.all(givenUp);
  expect(statements).toMatchObject([{ keys: ['ann'], added: [1] }]);

  statements[0]?.answer();
  await new Promise(setImmediate);
  expect(statements[1]).toMatchObject({ keys: ['cid'], added: [1] });
  statements[1]?.answer();
  expect(await later).toMatchObject({ consumedPoints: 1 });
  await new Promise(setImmediate);
  expect(statements).toHaveLength(2);
  expect(clock.pending).toBe(0);
});

it('counts the first of a key anew after one of them was given up', async () => {
  const { clock, consume, statements } = heldCounters();
  const [first, second] = [consume('ann'), consume('bob')].map((count) => expect(count).rejects.toThrow());
  clock.advance(ANSWER_MS);
  await Promise.all([first, second]);
  const again = [consume('bob'), consume('bob')];
  statements[0]?.answer();
  await new Promise(setImmediate);
  statements[1]?.answer();
  expect(await Promise.all(again)).toMatchObject([{ consumedPoints: 1 }, { consumedPoints: 2 }]);
});
