import { type AccountBounds, newTaskId } from '@dialproof/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SqlDatabase, SqlWriteSession } from '../database.js';
import { openPostgresDatabase } from '../postgres/open-postgres-database.js';
import { sql, verbatim } from '../query.js';
import { describeOnPostgres, POSTGRES_URL, PostgresSchema } from '../test-databases.fixture.js';
import { SqlTaskStore } from './sql-task-store.js';
import { ANN, beginDraft, enqueueTask, FILE } from './task.fixture.js';

const DAY_MS = 86_400_000;
/** The longest time for the few statements of a test. */
const SLOW_MS = 20_000;
const ONE_A_DAY: AccountBounds = { maxUnfinishedTasks: 100, maxStoredBytes: 1_000_000, maxTasksPerDay: 1 };

async function schema(): Promise<PostgresSchema> {
  const test = await PostgresSchema.create();
  onTestFinished(() => test.remove());
  return test;
}

/** The database of a server whose clock always shows this time. */
function atMoment(database: SqlDatabase, moment: string): SqlDatabase {
  const serverTime = verbatim<{ now: number }>(`select ${Date.parse(moment)}::bigint as now`);
  return {
    engine: database.engine,
    entropy: database.entropy,
    read: database.read,
    serverTime,
    write: (work, options) =>
      database.write((session) => work(showing(session, Date.parse(moment))), options),
    writeEach: (work, options) => database.writeEach(work, options),
    probe: () => database.probe(),
    sync: () => database.sync(),
    emptyLog: () => database.emptyLog(),
    close: async () => {},
  };
}

function showing(session: SqlWriteSession, serverNow: number): SqlWriteSession {
  return {
    engine: session.engine,
    serverNow,
    rows: (query, values) => session.rows(query, values),
    first: (query, values) => session.first(query, values),
    change: (query, values) => session.change(query, values),
  };
}

async function enqueueWithin(store: SqlTaskStore) {
  const contents = { total: 1, rowsWithoutNumber: 1, heldCredits: 0, file: FILE, chunks: [] };
  return store.enqueueWithin(await beginDraft(store), contents, ONE_A_DAY);
}

describeOnPostgres('the day of a SqlTaskStore over PostgreSQL', () => {
  describe('without a clock', () => {
    it("ends at midnight UTC by the server's clock, whatever this machine's shows", async () => {
      const { database } = await schema();
      const evening = new SqlTaskStore({ database: atMoment(database, '2028-02-29T23:59:30.000Z') });
      await enqueueTask(evening);
      await expect(enqueueWithin(evening)).rejects.toMatchObject({ code: 'too_many_requests' });
      const { dayEndsInMs, tasksToday } = await evening.usage(ANN);
      expect(tasksToday).toBe(1);
      expect(dayEndsInMs).toBeLessThanOrEqual(30_000);
      expect(dayEndsInMs).toBeGreaterThan(30_000 - SLOW_MS);

      const midnight = new SqlTaskStore({ database: atMoment(database, '2028-03-01T00:00:00.000Z') });
      await expect(enqueueWithin(midnight)).resolves.toMatchObject({ status: 'queued' });
      const next = await midnight.usage(ANN);
      expect(next.tasksToday).toBe(1);
      expect(next.dayEndsInMs).toBeLessThanOrEqual(DAY_MS);
      expect(next.dayEndsInMs).toBeGreaterThan(DAY_MS - SLOW_MS);
    });

    it("ends by the server's clock also before the first write", async () => {
      const { database } = await schema();
      const moment = '2028-02-29T23:59:30.000Z';
      await enqueueTask(new SqlTaskStore({ database: atMoment(database, moment) }));
      const { dayEndsInMs, tasksToday } = await new SqlTaskStore({
        database: atMoment(database, moment),
      }).usage(ANN);
      expect(tasksToday).toBe(1);
      expect(dayEndsInMs).toBeLessThanOrEqual(30_000);
    });

    it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
      'ends at midnight UTC where the time zone of the connections is %s',
      async (zone) => {
        const { schema: name } = await schema();
        const url = new URL(POSTGRES_URL);
        url.searchParams.set('options', `-c timezone=${zone}`);
        const database = await openPostgresDatabase({ url: url.href, schema: name, maxConnections: 2 });
        onTestFinished(() => database.close());
        const store = new SqlTaskStore({ database });
        await store.begin({ taskId: newTaskId(), accountId: ANN, run: 1, leaseMs: 1_000 });
        const { dayEndsInMs } = await store.usage(ANN);
        const here = await database.read.first(
          sql<object, { ends: number; zone: string }>`
            select (extract(epoch from date_trunc('day', clock_timestamp() at time zone 'UTC')
              + interval '1 day' - clock_timestamp() at time zone 'UTC') * 1000)::float8 as ends,
              current_setting('timezone') as zone`,
          {},
        );
        expect(here?.zone).toBe(zone);
        // Midnight may come between the two readings.
        const apart = Math.abs(dayEndsInMs - (here?.ends ?? Number.NaN)) % DAY_MS;
        expect(Math.min(apart, DAY_MS - apart)).toBeLessThan(SLOW_MS);
      },
    );
  });
});
