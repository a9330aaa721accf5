import { isDialproofError } from '@dialproof/core';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import type { SqlDatabase, SqlSession } from '../database.js';
import { MIGRATIONS } from '../migrations/migrate.js';
import { sql, WAITS_NO_LONGER } from '../query.js';
import { describeOnPostgres, POSTGRES_URL, PostgresSchema } from '../test-databases.fixture.js';
import { postgresMigrationScript } from './migration-script.js';
import { openPostgresDatabase } from './open-postgres-database.js';

async function subject() {
  const test = await PostgresSchema.create();
  onTestFinished(() => test.remove());
  return test;
}

async function another(test: PostgresSchema, options = {}): Promise<SqlDatabase> {
  const database = await openPostgresDatabase({ url: POSTGRES_URL, schema: test.schema, ...options });
  onTestFinished(() => database.close());
  return database;
}

/** A second client, for changes on the server outside of the database. */
async function serverClient(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: POSTGRES_URL });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const IS_SPENDING = sql`budget = 'b'`;

const spendingQueries = {
  add: sql<{
    spent: number;
  }>`insert into spending (budget, day, spent) values ('b', '2026-01-31', ${'spent'})`,
  read: sql<object, { spent: number }>`select spent from spending where ${IS_SPENDING}`,
  set: sql<{ spent: number }>`update spending set spent = ${'spent'} where ${IS_SPENDING}`,
  lock: sql`update spending set spent = spent where ${IS_SPENDING}`,
  increase: sql`update spending set spent = spent + 1 where ${IS_SPENDING} and ${WAITS_NO_LONGER}`,
  sleep: sql<{ seconds: number }, { slept: string }>`select pg_sleep(${'seconds'}) as slept`,
};

describeOnPostgres('a PostgreSQL database', () => {
  it('keeps no locks for a process that stands still in the middle of a write', async () => {
    const test = await subject();
    const { add, read, set } = spendingQueries;
    await test.database.write((session) => session.change(add, { spent: 0 }));
    const still = await another(test, { waitMs: 200 });
    let goOn = () => {};
    const stands = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let isLocked = () => {};
    const locked = new Promise<void>((resolve) => {
      isLocked = resolve;
    });
    const stopped = still.write(async (session) => {
      await session.change(set, { spent: 1 });
      isLocked();
      await stands;
      await session.change(set, { spent: 2 });
    });
    await locked;
    await test.database.write((session) => session.change(set, { spent: 3 }));
    goOn();
    await expect(stopped).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(await test.database.read.first(read, {})).toEqual({ spent: 3 });
  });

  it('runs works that lock a row before they read it one after another', async () => {
    const { database } = await subject();
    const { add, lock, read, set } = spendingQueries;
    await database.write((session) => session.change(add, { spent: 0 }));
    const increase = () =>
      database.write(async (session) => {
        await session.change(lock, {});
        const row = await session.first(read, {});
        await session.change(set, { spent: (row?.spent ?? 0) + 1 });
      });
    await Promise.all(Array.from({ length: 12 }, increase));
    expect(await database.read.first(read, {})).toEqual({ spent: 12 });
  });

  it('is read committed, whatever the server has by default', async () => {
    const url = new URL(POSTGRES_URL);
    url.searchParams.set('options', '-c default_transaction_isolation=serializable');
    const database = await another(await subject(), { url: url.href });
    const level = sql<object, { level: string }>`select current_setting('transaction_isolation') as level`;
    expect(await database.write((session) => session.first(level, {}))).toEqual({ level: 'read committed' });
  });

  it('does not wait for the disk with a transaction that may be undone, which is there after a sync', async () => {
    const url = new URL(POSTGRES_URL);
    url.searchParams.set('options', '-c synchronous_commit=on');
    const database = await another(await subject(), { url: url.href, maxConnections: 1 });
    const waits = sql<object, { waits: string }>`select current_setting('synchronous_commit') as waits`;
    const setting = async (session: SqlSession) => (await session.first(waits, {}))?.waits;
    expect(await database.write(setting, { durable: false })).toBe('off');
    expect(await database.write(setting, { durable: 'soon' })).toBe('on');
    expect(await database.write(setting)).toBe('on');
    const { add } = spendingQueries;
    await database.write((session) => session.change(add, { spent: 1 }), { durable: false });
    const written = sql<object, { end: string }>`select pg_current_wal_insert_lsn()::text as end`;
    const isOnDisk = sql<{ end: string }, { isThere: boolean }>`
      select pg_current_wal_flush_lsn() >= ${'end'}::pg_lsn as "isThere"`;
    const end = (await database.read.first(written, {}))?.end ?? '';
    await database.sync();
    expect(await database.read.first(isOnDisk, { end })).toEqual({ isThere: true });
  });

  it('commits each statement by itself where a work needs no transaction, and repeats it after a conflict', async () => {
    const url = new URL(POSTGRES_URL);
    url.searchParams.set('options', '-c default_transaction_isolation=serializable');
    const test = await subject();
    const { add, increase, read } = spendingQueries;
    await test.database.writeEach((session) => session.change(add, { spent: 0 }));
    const database = await another(test, { url: url.href });
    const sum = () => database.writeEach((session) => session.change(increase, {}));
    await Promise.all(Array.from({ length: 12 }, sum));
    expect(await test.database.read.first(read, {})).toEqual({ spent: 12 });
    const failed = database.writeEach(async (session) => {
      await session.change(increase, {});
      throw new RangeError('after its statement');
    });
    await expect(failed).rejects.toThrow(RangeError);
    expect(await test.database.read.first(read, {})).toEqual({ spent: 13 });
  });

  it('waits for the locks of others no longer than it is told, also without a transaction', async () => {
    const test = await subject();
    const { add, increase, lock } = spendingQueries;
    await test.database.write((session) => session.change(add, { spent: 0 }));
    const hasty = await another(test, { waitMs: 1_000 });
    await test.database.write(async (session) => {
      await session.change(lock, {});
      for (const write of ['write', 'writeEach'] as const)
        await expect(hasty[write]((other) => other.change(increase, {}))).rejects.toMatchObject({
          code: 'storage_unavailable',
          hint: expect.stringContaining('locked for too long'),
        });
    });
    expect(await hasty.writeEach((session) => session.change(increase, {}))).toBe(1);
  });

  it.each(['read', 'write', 'writeEach'] as const)(
    'carries out no statement of a %s later that has taken too long',
    async (way) => {
      const test = await subject();
      const { add, increase, read } = spendingQueries;
      await test.database.write((session) => session.change(add, { spent: 0 }));
      const database = await another(test, { statementTimeoutMs: 200, maxConnections: 1 });
      const client = await serverClient();
      // A lock of the table comes before every condition of a statement.
      await client.query(`begin; lock table "${test.schema}".spending in access exclusive mode`);
      const refused =
        way === 'read'
          ? database.read.first(read, {})
          : database[way]((session) => session.change(increase, {}));
      await expect(refused).rejects.toMatchObject({
        code: 'storage_unavailable',
        hint: 'the database took too long',
      });
      const { rows } = await client.query(
        "select count(*)::int as waiting from pg_locks join pg_class on oid = relation where relname = 'spending' and not granted and relnamespace = $1::regnamespace",
        [test.schema],
      );
      expect(rows).toEqual([{ waiting: 0 }]);
      await client.query('rollback');
      await database.probe();
      expect(await database.read.first(read, {})).toEqual({ spent: 0 });
    },
  );

  it('keeps nothing of a work that fails', async () => {
    const { database } = await subject();
    const { add, read } = spendingQueries;
    const failed = database.write(async (session) => {
      await session.change(add, { spent: 1 });
      throw new RangeError('taken back');
    });
    await expect(failed).rejects.toThrow(RangeError);
    expect(await database.read.first(read, {})).toBeUndefined();
  });

  it('says so where a work goes on after a statement has failed: nothing of it is kept', async () => {
    const { database } = await subject();
    const { add, read } = spendingQueries;
    const hidden = database.write(async (session) => {
      await session.change(add, { spent: 1 });
      await session.change(add, { spent: 2 }).catch(() => undefined);
    });
    await expect(hidden).rejects.toThrow('went on after a statement had failed');
    expect(await database.read.first(read, {})).toBeUndefined();
  });

  it('is made once by processes that start at once', async () => {
    const schema = `${(await subject()).schema}_new`;
    const opened = await Promise.all(
      [1, 2, 3, 4].map(() => openPostgresDatabase({ url: POSTGRES_URL, schema, maxConnections: 1 })),
    );
    await Promise.all(opened.map((database) => database.close()));
    const client = await serverClient();
    const { rows } = await client.query(
      `select count(*)::int as versions from "${schema}".schema_migrations`,
    );
    await client.query(`drop schema "${schema}" cascade`);
    expect(rows).toEqual([{ versions: 1 + MIGRATIONS.length }]);
  });

  it('stores the rows of a file in less than their bytes', async () => {
    const test = await subject();
    // As a block begins: a count, then the indexes of its numbers, which grow.
    const indexes = Buffer.from(Int32Array.from({ length: 4_000 }, (_, place) => place).buffer);
    const block = Buffer.concat([indexes, Buffer.from('Ada,Lovelace,+14155550100,London\n'.repeat(4_000))]);
    const client = await serverClient();
    await client.query(`set search_path to "${test.schema}"`);
    await client.query(
      "insert into tasks (task_id, account_id, status, created_at, file) values ('task', 'ada', 'done', 0, '{}')",
    );
    await client.query("insert into task_rows values ('task', 0, $1)", [block]);
    const { rows } = await client.query('select pg_column_size(block) as bytes from task_rows');
    expect(rows[0].bytes).toBeLessThan(block.length / 2);
  });

  it('is migrated without the time limit of other statements', async () => {
    const schema = `${(await subject()).schema}_slow`;
    const migrated = openPostgresDatabase({ url: POSTGRES_URL, schema, statementTimeoutMs: 1 });
    // What comes after the migration may take longer than a millisecond.
    await migrated.then((database) => database.close()).catch(() => undefined);
    const client = await serverClient();
    const { rows } = await client.query(
      `select count(*)::int as versions from "${schema}".schema_migrations`,
    );
    await client.query(`drop schema "${schema}" cascade`);
    expect(rows).toEqual([{ versions: 1 + MIGRATIONS.length }]);
  });

  it('is opened while another process migrates, where there is nothing left to do', async () => {
    const test = await subject();
    const migrating = await serverClient();
    // The beginning of a migration, with the lock for which other migrations wait.
    const [begin = '', lock = ''] = postgresMigrationScript({ schema: test.schema }).split('\n');
    await migrating.query(`${begin} ${lock}`);
    await (await another(test)).probe();
    await migrating.query('rollback');
  });

  it('refuses a schema of a newer release by its version, and changes nothing', async () => {
    const test = await subject();
    const client = await serverClient();
    const inSchema = `"${test.schema}".schema_migrations`;
    await client.query(`insert into ${inSchema} values (9999, 'of a newer release', 0)`);
    try {
      await expect(another(test)).rejects.toMatchObject({
        code: 'storage_unavailable',
        hint: expect.stringContaining('9999'),
      });
      await expect(another(test, { migrate: false })).rejects.toMatchObject({ code: 'storage_unavailable' });
    } finally {
      await client.query(`delete from ${inSchema} where version = 9999`);
    }
  });

  it('is refused where it may not migrate and the schema is not there', async () => {
    const refused = openPostgresDatabase({ url: POSTGRES_URL, schema: 'nobody_made_it', migrate: false });
    await expect(refused).rejects.toMatchObject({
      code: 'storage_unavailable',
      hint: expect.stringContaining('migrate'),
    });
  });

  it('is unavailable while its server cannot be reached', async () => {
    const refused = openPostgresDatabase({ url: 'postgres://root@127.0.0.1:1/test', waitMs: 2_000 });
    await expect(refused).rejects.toMatchObject({ code: 'storage_unavailable' });
  });

  it('loses the work of a connection that the server ends, and goes on with another', async () => {
    const test = await subject();
    const database = await another(test, { maxConnections: 1 });
    const { read, sleep } = spendingQueries;
    const client = await serverClient();
    const backend = sql<object, { pid: number }>`select pg_backend_pid() as pid`;
    let tellPid = (_pid: number) => {};
    const pid = new Promise<number>((resolve) => {
      tellPid = resolve;
    });
    const lost = database
      .write(async (session) => {
        tellPid((await session.first(backend, {}))?.pid ?? Number.NaN);
        await session.first(sleep, { seconds: 30 });
      })
      .catch((error: unknown) => error);
    await client.query('select pg_terminate_backend($1)', [await pid]);
    expect(isDialproofError(await lost, 'storage_unavailable')).toBe(true);
    expect(await database.read.first(read, {})).toBeUndefined();
    await database.probe();
  });

  it('ends a statement that takes too long', async () => {
    const database = await another(await subject(), { statementTimeoutMs: 1_000 });
    const { sleep } = spendingQueries;
    const failed = database.write((session) => session.first(sleep, { seconds: 30 }));
    await expect(failed).rejects.toMatchObject({ code: 'storage_unavailable' });
    await database.probe();
  });

  it('gives up a read that its server does not answer in time', async () => {
    const database = await another(await subject(), { statementTimeoutMs: 1_000 });
    const { sleep } = spendingQueries;
    await expect(database.read.first(sleep, { seconds: 30 })).rejects.toMatchObject({
      code: 'storage_unavailable',
    });
    await database.probe();
  });

  it('waits for a free connection no longer than it is told', async () => {
    const database = await another(await subject(), { maxConnections: 1, waitMs: 1_000 });
    const { read, sleep } = spendingQueries;
    const slow = database.write((session) => session.first(sleep, { seconds: 3 }));
    await expect(database.read.first(read, {})).rejects.toMatchObject({ code: 'storage_unavailable' });
    await slow;
  });

  it('leaves connections of the host open, and their settings alone', async () => {
    const test = await subject();
    const pool = new pg.Pool({ connectionString: POSTGRES_URL, max: 1 });
    const database = await openPostgresDatabase({ pool, schema: test.schema });
    await database.probe();
    await database.close();
    const { rows } = await pool.query('select 1::bigint as one, current_setting($1) as path', [
      'search_path',
    ]);
    expect(rows).toEqual([{ one: '1', path: '"$user", public' }]);
    await pool.end();
  });

  it('brings the time along when a work begins', async () => {
    const { database } = await subject();
    const { sleep } = spendingQueries;
    const [began, later] = await database.write(async (session) => {
      await session.first(sleep, { seconds: 0.02 });
      return [session.serverNow ?? Number.NaN, (await session.first(database.serverTime, {}))?.now];
    });
    expect((later ?? Number.NaN) - (began ?? Number.NaN)).toBeGreaterThanOrEqual(20);
  });

  it('goes on with unnamed statements behind a pooler that loses the named ones', async () => {
    const test = await subject();
    const pool = new pg.Pool({ connectionString: POSTGRES_URL, max: 1 });
    onTestFinished(() => pool.end());
    const database = await openPostgresDatabase({ pool, schema: test.schema });
    const { add, read, set } = spendingQueries;
    await database.write((session) => session.change(add, { spent: 1 }));
    const named = sql<object, { names: number }>`
      select count(*) as names from pg_prepared_statements where name like 'dialproof_%'`;
    const runs = [
      () => database.write((session) => session.change(set, { spent: 2 })),
      () => database.read.first(read, {}),
    ];
    for (const run of runs) await run();
    expect((await database.read.first(named, {}))?.names).toBeGreaterThan(2);
    await pool.query('deallocate all');
    for (const run of runs) await run();
    expect(await database.read.first(read, {})).toEqual({ spent: 2 });
    expect(await database.read.first(named, {})).toEqual({ names: 0 });
  });

  it('reads again, unnamed, what a pooler has lost the statement of', async () => {
    const test = await subject();
    const pool = new pg.Pool({ connectionString: POSTGRES_URL, max: 1 });
    onTestFinished(() => pool.end());
    const database = await openPostgresDatabase({ pool, schema: test.schema });
    const { read } = spendingQueries;
    await database.read.first(read, {});
    await pool.query('deallocate all');
    expect(await database.read.first(read, {})).toBeUndefined();
  });

  it('goes on with prepared statements after a migration, on connections that have outdated ones', async () => {
    const test = await subject();
    const pool = new pg.Pool({ connectionString: POSTGRES_URL, max: 2 });
    onTestFinished(() => pool.end());
    const database = await openPostgresDatabase({ pool, schema: test.schema });
    const { add } = spendingQueries;
    await database.write((session) => session.change(add, { spent: 1 }));
    const all = sql<object, object>`select * from spending where ${IS_SPENDING}`;
    const prepareOnBoth = () => Promise.all([1, 2].map(() => database.read.first(all, {})));
    const migrate = (column: string) =>
      pool.query(`alter table ${test.schema}.spending add ${column} integer`);

    await prepareOnBoth();
    await migrate('one');
    expect(await database.read.first(all, {})).toMatchObject({ spent: 1, one: null });
    await prepareOnBoth();
    await migrate('two');
    expect(await database.write((session) => session.first(all, {}))).toMatchObject({ spent: 1, two: null });

    const named = sql<object, { names: number }>`
      select count(*) as names from pg_prepared_statements where name like 'dialproof_%'`;
    expect((await database.read.first(named, {}))?.names).toBeGreaterThan(0);
  });

  it('gives a connection back clean when a transaction fails while it is begun', async () => {
    const test = await subject();
    const pool = new pg.Pool({ connectionString: POSTGRES_URL, max: 1 });
    onTestFinished(() => pool.end());
    const database = await openPostgresDatabase({ pool, schema: test.schema });
    const client = await pool.connect();
    const query = client.query.bind(client) as (config: pg.QueryConfig) => Promise<pg.QueryResult>;
    let fails = true;
    const failing = ({ text, ...config }: pg.QueryConfig) =>
      query({ ...config, text: fails && text.includes('set_config') ? 'begin; select 1 / 0' : text });
    // In the one form that the database uses.
    client.query = failing as typeof client.query;
    client.release();
    await expect(database.probe()).rejects.toThrow('division by zero');
    fails = false;
    await database.probe();
    expect(await database.read.first(database.serverTime, {})).toEqual({ now: expect.any(Number) });
  });

  it('refuses work when it has been closed, and waits for what was begun', async () => {
    const test = await subject();
    const database = await another(test);
    const { add, read } = spendingQueries;
    const begun = database.write((session) => session.change(add, { spent: 7 }));
    await database.close();
    expect(await begun).toBe(1);
    await expect(database.write(async () => {})).rejects.toMatchObject({ code: 'storage_unavailable' });
    const each = database.writeEach((session) => session.change(add, { spent: 8 }));
    await expect(each).rejects.toMatchObject({ code: 'storage_unavailable' });
    await expect(database.read.first(read, {})).rejects.toMatchObject({ code: 'storage_unavailable' });
    await database.close();
    expect(await test.database.read.first(read, {})).toEqual({ spent: 7 });
  });

  it('finishes a work without a transaction before it closes', async () => {
    const test = await subject();
    const database = await another(test);
    const { add, read, set } = spendingQueries;
    const begun = database.writeEach(async (session) => {
      await session.change(add, { spent: 0 });
      return await session.change(set, { spent: 7 });
    });
    await database.close();
    expect(await begun).toBe(1);
    expect(await test.database.read.first(read, {})).toEqual({ spent: 7 });
  });

  it.each([
    [{ schema: 'Robert"; drop' }, 'schema'],
    [{ schema: '' }, 'schema'],
    [{ waitMs: 0 }, 'waitMs'],
    [{ statementTimeoutMs: 1.5 }, 'statementTimeoutMs'],
    [{ waitMs: 2 ** 31 }, 'waitMs'],
  ])('refuses %j', async (options, name) => {
    await expect(openPostgresDatabase({ url: POSTGRES_URL, ...options })).rejects.toThrow(name);
  });
});
