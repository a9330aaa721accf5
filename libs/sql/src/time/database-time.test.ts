import { afterEach, expect, it, vi } from 'vitest';
import type { SqlDatabase, SqlSession } from '../database.js';
import { sql } from '../query.js';
import { timeOf } from './database-time.js';

afterEach(() => {
  vi.useRealTimers();
});

it('asks the server again in reads, since the elapsed time stands still while a machine is suspended', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let serverNow = 1_000_000;
  const first = vi.fn(async () => ({ now: serverNow }));
  const session = { first } as unknown as SqlSession;
  const serverTime = sql<object, { now: number }>`select 1 as now`;
  const time = timeOf({ serverTime } as unknown as SqlDatabase, undefined);
  expect(await time.present(session)).toBe(1_000_000);
  vi.advanceTimersByTime(9_000);
  expect(await time.present(session)).toBe(1_009_000);
  expect(first).toHaveBeenCalledTimes(1);

  serverNow += 3_600_000;
  vi.advanceTimersByTime(1_000);
  expect(await time.present(session)).toBe(1_000_000 + 3_600_000);
});
