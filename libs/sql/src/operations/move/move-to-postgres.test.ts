import { accountId, type E164, ManualClock, taskId } from '@dialproof/core';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import {
  answerHashKey,
  SqlAuthenticator,
  SqlCreditLedger,
  type SqlDatabase,
  SqlEventOutbox,
  SqlSingleAnswerStore,
  SqlTaskStore,
} from '../../index.js';
import { newestVersion } from '../../migrations/migrate.js';
import { openSqliteDatabase } from '../../sqlite/open-sqlite-database.js';
import { describeOnPostgres } from '../../test-databases.fixture.js';
import { movingSubject } from './moving.fixture.js';
import { MOVED_TABLES } from './table-rows.js';

const ANN = accountId('dd55fc35-a99d-48c2-99be-208bf22cd977');
const TOKEN = 'dp_113a9796d5ae0032_RQpal0gHKPnzh2lnSpnstol1Zh9nIqvkOaUt0P3Ur40';
const DONE = taskId('2dd7f46f-e084-4161-9305-493169470042');
const DRAFT = '2e6482ed-8d24-4895-b68d-8bbbae4c94e7';
const PROCESSING = taskId('7b1c0a83-df41-4754-bb2a-6ef263bdcc2c');

const ODD = `quote '' " comma , brace {} backslash \\ null NULL newline \n tab \t é 😀 \ufffd \u0001 end`;

/** A row in each table that is newer than schema version 3, and texts that are hard to move. */
const LATER_ROWS = `
  insert into observations values ('+14155552671', 'whatsapp', 1, 'import');
  insert into cached_answers values ('shop', '+14155552671', 'inactive', null, '${ODD}', 1, 9007199254740991);
  insert into spending values ('shop', '2026-11-20', 12);
  insert into replays (account_id, key, token, request_id, reply, until, forget_at) values
    ('${ANN}', '${ODD}', 't', 'r', x'00ff5c780a', 5, 6), ('${ANN}', '', 't', 'r', x'', 5, 6), ('é', 'É', 't', 'r', null, 5, 6);
  insert into replay_accounts values ('${ANN}', 2), ('é', 1);
  insert into events (event_id, kind, account_id, task_id, occurred_at) values ('e1', 'task.done', '${ANN}', '${DONE}', 1),
    ('e2', 'task.done', '${ANN}', '${DONE}', 2);
  delete from events where event_id = 'e2';
  insert into lists (list_id, account_id, created_at, due_at, list) values ('l1', '${ANN}', 1, 9, '{"name":"é 😀"}');
  insert into list_tasks values ('l1', 0, '${DONE}'), ('l1', 1, 'a task that is gone');
  insert into suppressions values ('${ANN}', '+14155552671', 4, 9);
  insert into suppression_accounts values ('${ANN}', 1, 4);
  insert into answer_hash_key values (1, x'${'0f'.repeat(32)}');
  insert into single_answers values ('${ANN}', '${'0a'.repeat(16)}', 'dead', 'twilio', '${ODD}', 7, '2024-05-01', 'no');
  insert into webhooks (webhook_id, account_id, url, events, secret, created_at) values ('w1', '${ANN}', 'https://example.com', '[]', 's', 1);
  insert into webhook_deliveries (event_id, webhook_id, account_id, type, occurred_at, data, keep_until)
    values ('e1', 'w1', '${ANN}', 'task.done', 1, '{"name":"é 😀"}', 2);
  insert into webhook_accounts (account_id) values ('${ANN}');
  insert into journal (account_id, entry, kind, credits, note, created_at)
    select account_id, last_entry + 1, 'grant', 0, '${ODD}', 3 from balances where account_id = '${ANN}';
  update balances set last_entry = last_entry + 1 where account_id = '${ANN}';
`;

async function subject() {
  const moving = await movingSubject();
  const database = await openSqliteDatabase({ file: moving.file });
  await database.close();
  moving.change(LATER_ROWS);
  return moving;
}

describeOnPostgres('moveToPostgres', () => {
  it('carries every row, and says what both sides have', async () => {
    const { client, file, move, schema } = await subject();

    const { credits, schemaVersion, tables } = await move();

    expect(schemaVersion).toBe(newestVersion());
    expect(credits).toMatchObject({ accounts: 3, granted: 157 });
    expect(credits.granted - credits.charged).toBe(credits.available + credits.held);
    const raw = new Database(file, { readonly: true });
    for (const [index, { table, rows }] of tables.entries()) {
      expect(table).toBe(MOVED_TABLES[index]);
      expect(rows).toBe(raw.prepare(`select count(*) from ${table}`).pluck().get());
      const found = await client.query(`select count(*)::int as rows from "${schema}"."${table}"`);
      expect(found.rows, table).toEqual([{ rows }]);
      expect(rows, table).toBeGreaterThan(0);
    }
    raw.close();
    const { rows } = await client.query(`select key from "${schema}".replays order by key collate "C"`);
    expect(rows.map(({ key }) => key)).toEqual(['', ODD.replace("''", "'"), 'É']);
  });

  it('brings a database of schema version 3 up to date first', async () => {
    const { move } = await movingSubject();
    expect(await move()).toMatchObject({ schemaVersion: 3, credits: { accounts: 3, granted: 157 } });
  });

  it('leaves tokens, credits, results and unfinished tasks as they were, and leases end', async () => {
    const { file, move, openTarget } = await subject();
    const before = await openSqliteDatabase({ file });
    const storeBefore = new SqlTaskStore({ database: before });
    const block = await storeBefore.rowBlock(DONE, 0);
    const { storedBytes, unfinishedTasks } = await storeBefore.usage(ANN);
    const usage = { storedBytes, unfinishedTasks };
    expect(storedBytes).toBeGreaterThan(0);
    const answer = { phone: '+14155552672' as E164, status: 'dead', checkedAt: new Date(1) } as const;
    const answersOf = async (of: SqlDatabase) =>
      new SqlSingleAnswerStore({ database: of, hashKey: await answerHashKey(of) });
    await (await answersOf(before)).keep(ANN, answer);
    // The file's clock was ahead, and a worker was killed.
    const ahead = new SqlTaskStore({ database: before, clock: new ManualClock(Date.now() + 3_600_000) });
    await ahead.claim({ leaseMs: 3_600_000, limit: 100, taskId: null });
    await before.close();
    await move();

    const database = await openTarget();
    const authenticator = new SqlAuthenticator({ database });
    expect(await authenticator.authenticate({ token: TOKEN, request: undefined })).toMatchObject({
      accountId: ANN,
    });
    const ledger = new SqlCreditLedger({ database });
    expect(await ledger.balance(ANN)).toEqual({ available: 74, held: 19 });
    // The hold of a single check whose process was killed.
    expect(await ledger.releaseExpired()).toBe(1);
    const store = new SqlTaskStore({ database });
    expect(await store.usage(ANN)).toMatchObject(usage);
    expect(await store.rowBlock(DONE, 0)).toEqual(block);
    const { claims } = await store.claim({ leaseMs: 60_000, limit: 100, taskId: null });
    expect(claims.map(({ taskId: id }) => id)).toEqual(expect.arrayContaining([DRAFT]));
    expect(await store.find(PROCESSING)).toMatchObject({ status: 'processing', processed: 8 });
    expect(await (await answersOf(database)).find(ANN, [answer.phone], 0)).toEqual([answer]);
  });

  it('goes on behind the largest numbers that were given, also where their rows are gone', async () => {
    const { client, move, openTarget, schema } = await subject();
    await move();
    const database = await openTarget();
    const entries = `select max(entry) as largest from "${schema}".journal where account_id = '${ANN}'`;
    const largest = await client.query(entries);
    await new SqlCreditLedger({ database }).grant(ANN, 1);
    const next = await client.query(entries);
    expect(Number(next.rows[0].largest)).toBe(Number(largest.rows[0].largest) + 1);
    const event = { kind: 'task.done', accountId: ANN, taskId: DONE, occurredAt: 3 } as const;
    await database.write((session) => new SqlEventOutbox({ database }).append(session, event));
    const events = await client.query(`select sequence::int from "${schema}".events order by sequence`);
    expect(events.rows).toEqual([{ sequence: 1 }, { sequence: 3 }]);
  });

  it('marks the source, which is refused from then on, and moved once only', async () => {
    const { change, file, move } = await subject();
    await move();
    const hint = expect.stringContaining('was moved to another one');
    await expect(openSqliteDatabase({ file })).rejects.toMatchObject({ code: 'storage_unavailable', hint });
    await expect(move()).rejects.toMatchObject({ code: 'storage_unavailable', hint });
    change('delete from schema_migrations where version = 1000000');
    await expect(move()).rejects.toMatchObject({
      hint: expect.stringMatching(/target has rows in "accounts": .* into an empty schema, and once/),
    });
  });

  it('refuses nobody who reads the source meanwhile', async () => {
    const { file, move } = await subject();
    const other = new Database(file, { timeout: 0 });
    onTestFinished(() => {
      other.close();
    });
    const reading = other.prepare('select account_id from accounts').iterate();
    reading.next();
    await move();
    reading.return?.();
  });
});
