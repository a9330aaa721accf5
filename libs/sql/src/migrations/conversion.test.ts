import { randomUUID } from 'node:crypto';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type AccountId,
  accountId,
  consentDate,
  createVerificationService,
  type E164,
  InProcessTaskQueue,
  ManualClock,
  type SingleAnswer,
  type TaskId,
} from '@dialproof/core';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withPostgres } from '../../../../tools/tests/services/postgres.fixture.js';
import type { SqlDatabase } from '../database.js';
import {
  SqlAnswerCache,
  SqlAuthenticator,
  SqlCreditLedger,
  SqlObservationStore,
  SqlReplayStore,
  SqlSingleAnswerStore,
  SqlTaskStore,
  SqlWebhookStore,
} from '../index.js';
import { SqlErasure } from '../operations/erasure/sql-erasure.js';
import { auditLedger } from '../operations/ledger-audit.js';
import { SqlAccountRecords } from '../operations/records/sql-account-records.js';
import { openPostgresDatabase } from '../postgres/open-postgres-database.js';
import { sql } from '../query.js';
import { openSqliteDatabase } from '../sqlite/open-sqlite-database.js';
import { temporaryFolder } from '../temporary-folder.fixture.js';
import { describeOnPostgres, HASH_KEY, POSTGRES_URL } from '../test-databases.fixture.js';
import { schemaShape } from './schema-shape.fixture.js';

/** The table that versions 26 and 27 had, with a row. */
const KNOWN_ANSWERS = `
  create table known_answers (account_id text not null, number_hash text not null, status text not null, source text,
    checked_at integer not null, consent_date text, reassigned text,
    constraint known_answers_pk primary key (account_id, number_hash)) strict;
  create index known_answers_checked_at on known_answers (checked_at);
  insert into known_answers values ('ann', 'h', 'dead', 'twilio', 7, '2024-05-01', 'no');`;

/** Takes away what version 26 did not have. */
const WITHOUT_CAPS = ['max_credits_per_day', 'max_credits_per_task', 'counted_as']
  .map((column) => `alter table tokens drop column ${column};`)
  .join('\n');

/** Takes away what version 31 did not have. */
const WITHOUT_SINGLE_ANSWERS =
  'drop table single_answers; drop table answer_hash_key; alter table balances drop column is_erased;';

/** Makes the table of version 32, whose numbers were plain. */
const WITH_PLAIN_NUMBERS = `drop table answer_hash_key; drop index single_answers_plain;
  alter table single_answers rename column number_hash to number;`;

/** Takes away what version 28 did not have. */
const WITHOUT_LISTS = `${WITHOUT_SINGLE_ANSWERS} drop table list_tasks; drop table lists; alter table events drop column data;
  drop table suppressions; drop table suppression_accounts;`;

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));

/** What the code of version 21 read of its database. */
interface Facts {
  readonly writtenAt: number;
  readonly tasks: Readonly<
    Record<
      string,
      {
        readonly taskId: TaskId;
        readonly find: { readonly accountId: AccountId } | null;
        readonly statuses: readonly (string | null)[];
        readonly rowBlocks: readonly string[];
        readonly result: string | null;
      }
    >
  >;
  readonly authenticated: Readonly<Record<string, Readonly<Record<string, { accountId: string } | null>>>>;
  readonly tokens: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly perAccount: Readonly<Record<string, AccountFacts>>;
  readonly replayKeys: { readonly completed: { readonly accountId: AccountId; readonly key: string } };
  readonly observations: readonly { readonly number: string }[];
  readonly cachedAnswers: readonly { readonly number: string; readonly answer: object }[];
}

interface AccountFacts {
  readonly account: { readonly accountId: AccountId };
  readonly balance: object;
  readonly journal: readonly {
    readonly kind: string;
    readonly credits: number;
    readonly note: string | null;
  }[];
  readonly usage: object;
  readonly webhooks: readonly { readonly webhookId: string }[];
  readonly deliveryRecords: readonly { readonly eventId: string; readonly webhookId: string }[];
}

async function factsOf(kind: 'sqlite' | 'postgres'): Promise<Facts> {
  return JSON.parse(await readFile(join(FIXTURES, 'schema-version-21.json'), 'utf8'))[kind];
}

async function copyOfFile(version: 3 | 21): Promise<string> {
  const file = join(await temporaryFolder(), 'copy.db');
  await copyFile(join(FIXTURES, `schema-version-${version}.db`), file);
  return file;
}

/** Makes the schema of version 21, under a name that it resolves to. */
async function copyOfSchema(): Promise<string> {
  const schema = await newSchema();
  const script = await readFile(join(FIXTURES, 'schema-version-21.sql'), 'utf8');
  await withPostgres((client) => client.query(script.replaceAll('old_schema', schema)));
  return schema;
}

/** The name of a schema, which is removed after the test. */
async function newSchema(): Promise<string> {
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  onTestFinished(() =>
    withPostgres((client) => client.query(`drop schema if exists "${schema}" cascade`)).then(() => {}),
  );
  return schema;
}

async function columnsOf(schema: string): Promise<readonly object[]> {
  const { rows } = await withPostgres((client) =>
    client.query(
      `select table_name, column_name, data_type, is_nullable from information_schema.columns
      where table_schema = $1 order by 1, 2`,
      [schema],
    ),
  );
  return rows;
}

const COPIES = {
  async sqlite() {
    return await openSqliteDatabase({ file: await copyOfFile(21) });
  },
  async postgres() {
    return await openPostgresDatabase({ url: POSTGRES_URL, schema: await copyOfSchema() });
  },
};

async function subject(kind: keyof typeof COPIES) {
  const facts = await factsOf(kind);
  const database: SqlDatabase = await COPIES[kind]();
  onTestFinished(() => database.close());
  const clock = new ManualClock(facts.writtenAt);
  const store = new SqlTaskStore({ database, clock });
  const ledger = new SqlCreditLedger({ database, clock });
  const service = createVerificationService({
    ...{ store, ledger, clock, archive: store },
    checker: { check: async () => 'dead' as const },
    queue: new InProcessTaskQueue({ clock, concurrency: 2 }),
    onError: () => undefined,
  });
  onTestFinished(() => service.close());
  return { clock, database, facts, ledger, service, store };
}

/** As JSON has it. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null));
}

function hex(bytes: Uint8Array | undefined): string | null {
  return bytes === undefined ? null : Buffer.from(bytes).toString('hex');
}

function suite(kind: keyof typeof COPIES): void {
  it('has its tasks, with their rows, statuses and results', async () => {
    const { facts, service, store } = await subject(kind);
    for (const [name, { find, result, rowBlocks, statuses, taskId }] of Object.entries(facts.tasks)) {
      expect(plain(await store.find(taskId)), name).toEqual(find);
      expect((await store.statuses(taskId)).map(hex), name).toEqual(find === null ? [] : statuses);
      const blocks = await Promise.all(rowBlocks.map((_, index) => store.rowBlock(taskId, index)));
      expect(blocks.map(hex), name).toEqual(rowBlocks);
      if (result === null || find === null) continue;
      const accountId = find.accountId;
      const { content } = await service.results({
        accountId,
        taskId,
        partial: true,
        columns: ['status', 'source', 'reason', 'checked_at'],
      });
      const pieces: Uint8Array[] = [];
      for await (const piece of content) pieces.push(piece);
      expect(Buffer.concat(pieces).toString(), name).toBe(result);
    }
  });

  it('has its credits, with the entries of each account numbered from 1', async () => {
    const { database, facts, ledger } = await subject(kind);
    for (const { account, balance, journal } of Object.values(facts.perAccount)) {
      const { accountId } = account;
      expect(await ledger.balance(accountId)).toEqual(balance);
      const { entries } = await ledger.statement({ accountId, limit: 100, cursor: null });
      const found = entries.toReversed().map(({ credits, kind: kindOf }) => ({ credits, kind: kindOf }));
      expect(found).toEqual(journal.map(({ credits, kind: kindOf }) => ({ credits, kind: kindOf })));
    }
    expect(await auditLedger(database)).toMatchObject({ addsUp: true, openHolds: 9 });
  });

  it('has its tokens, keys, webhooks, observations and answers', async () => {
    const { clock, database, facts, store } = await subject(kind);
    const authenticator = new SqlAuthenticator({ database, clock });
    for (const [owner, tokens] of Object.entries(facts.tokens)) {
      for (const [name, token] of Object.entries(tokens)) {
        const found = await authenticator.authenticate({ token, request: undefined });
        const known = facts.authenticated[owner]?.[name];
        expect(found?.accountId ?? null, `${owner} ${name}`).toBe(known?.accountId ?? null);
      }
    }
    const { key, accountId } = facts.replayKeys.completed;
    const repeat = { accountId, key, leaseMs: 1_000, maxPerAccount: 10 };
    expect(await new SqlReplayStore({ database, clock }).begin(repeat)).toMatchObject({ outcome: 'done' });
    const webhooks = new SqlWebhookStore({ database, clock });
    for (const account of Object.values(facts.perAccount)) {
      const id = account.account.accountId;
      expect(await store.usage(id)).toEqual(account.usage);
      expect((await webhooks.list(id)).map(({ webhookId }) => webhookId)).toEqual(
        account.webhooks.map(({ webhookId }) => webhookId),
      );
      const deliveries: unknown[] = [];
      for await (const { isDue: _, ...delivery } of new SqlAccountRecords({ database }).deliveries(id))
        deliveries.push(plain(delivery));
      expect(deliveries).toEqual(account.deliveryRecords);
    }
    const numbers = facts.observations.map(({ number }) => number as never);
    expect(plain(await new SqlObservationStore({ database }).find(numbers, 0))).toEqual(
      expect.arrayContaining(facts.observations.map((seen) => expect.objectContaining(seen))),
    );
    const answers = new SqlAnswerCache({ database, name: 'twilio', clock });
    for (const { number, answer } of facts.cachedAnswers) {
      const [found] = await answers.getMany([number as never]);
      expect(plain(found?.answer)).toEqual(answer);
    }
  });

  it('goes on with its work: every task ends, and every hold is closed', async () => {
    const { clock, database, facts, service, store } = await subject(kind);
    await service.start();
    const ended = async () => {
      const found = await Promise.all(Object.values(facts.tasks).map(({ taskId }) => store.find(taskId)));
      return found.every((task) => task === undefined || task.finishedAt !== null);
    };
    for (let turn = 0; turn < 5_000 && !(await ended()); turn += 1) {
      await new Promise(setImmediate);
      clock.advance(500);
    }
    expect(await ended()).toBe(true);
    for (let turn = 0; turn < 500 && (await auditLedger(database)).openHolds > 0; turn += 1) {
      await new Promise(setImmediate);
      clock.advance(60_000);
    }
    expect(await auditLedger(database)).toMatchObject({ addsUp: true, openHolds: 0 });
  });
}

describe('a SQLite database of version 21', () => {
  suite('sqlite');

  it.each([3, 21] as const)('gets the schema of a new one from version %i', async (version) => {
    const shapes: unknown[] = [];
    for (const file of [await copyOfFile(version), join(await temporaryFolder(), 'new.db')]) {
      await (await openSqliteDatabase({ file })).close();
      const raw = new Database(file, { readonly: true });
      shapes.push(schemaShape(raw));
      raw.close();
    }
    expect(shapes[0]).toEqual(shapes[1]);
  });

  it('gets it from version 25 too, whose tokens had no caps', async () => {
    const [file, fresh] = [join(await temporaryFolder(), 'copy.db'), join(await temporaryFolder(), 'new.db')];
    for (const made of [file, fresh]) await (await openSqliteDatabase({ file: made })).close();
    const raw = new Database(file);
    onTestFinished(() => void raw.close());
    raw.exec(`${WITHOUT_LISTS} ${WITHOUT_CAPS} update schema_migrations set version = 25`);
    await (await openSqliteDatabase({ file })).close();
    const expected = new Database(fresh, { readonly: true });
    onTestFinished(() => void expected.close());
    expect(schemaShape(raw)).toEqual(schemaShape(expected));
  });

  it('gets it from version 24 too, which did not know whether its outage was reported', async () => {
    const [file, fresh] = [join(await temporaryFolder(), 'copy.db'), join(await temporaryFolder(), 'new.db')];
    for (const made of [file, fresh]) await (await openSqliteDatabase({ file: made })).close();
    const raw = new Database(file);
    onTestFinished(() => void raw.close());
    raw.exec(`${WITHOUT_LISTS} ${WITHOUT_CAPS} alter table task_outage drop column is_inferred;
      insert into task_outage (since, next_try_at, reason) values (7, 9, 'checker_out_of_funds');
      update schema_migrations set version = 24`);
    await (await openSqliteDatabase({ file })).close();
    const expected = new Database(fresh, { readonly: true });
    onTestFinished(() => void expected.close());
    expect(schemaShape(raw)).toEqual(schemaShape(expected));
    expect(raw.prepare('select reason, since, next_try_at, is_inferred from task_outage').all()).toEqual([
      { reason: 'checker_out_of_funds', since: 7, next_try_at: 9, is_inferred: 1 },
    ]);
  });
});

it('a SQLite database of version 26 gets it too, with tokens without caps', async () => {
  const [file, fresh] = [join(await temporaryFolder(), 'copy.db'), join(await temporaryFolder(), 'new.db')];
  for (const made of [file, fresh]) await (await openSqliteDatabase({ file: made })).close();
  const raw = new Database(file);
  onTestFinished(() => void raw.close());
  raw.exec(`${WITHOUT_LISTS} ${WITHOUT_CAPS} ${KNOWN_ANSWERS}
    insert into accounts (account_id, created_at) values ('ann', 1);
    insert into tokens (token_id, account_id, secret_hash, created_at) values ('a1', 'ann', x'00', 1);
    update schema_migrations set version = 26`);
  await (await openSqliteDatabase({ file })).close();
  const expected = new Database(fresh, { readonly: true });
  onTestFinished(() => void expected.close());
  expect(schemaShape(raw)).toEqual(schemaShape(expected));
  expect(
    raw.prepare('select max_credits_per_day, max_credits_per_task, counted_as from tokens').all(),
  ).toEqual([{ max_credits_per_day: null, max_credits_per_task: null, counted_as: null }]);
});

it.each([
  [27, 'without known answers and with all else', `${WITHOUT_LISTS} ${KNOWN_ANSWERS}`],
  [28, 'with all that it had', WITHOUT_LISTS],
  [29, 'with all that it had', WITHOUT_SINGLE_ANSWERS],
  [30, 'with all that it had', WITHOUT_SINGLE_ANSWERS],
  [31, 'with all that it had', WITHOUT_SINGLE_ANSWERS],
  [32, 'with all that it had', WITH_PLAIN_NUMBERS],
])('a SQLite database of version %i gets it too, %s', async (version, _, older) => {
  const [file, fresh] = [await copyOfFile(21), join(await temporaryFolder(), 'new.db')];
  for (const made of [file, fresh]) await (await openSqliteDatabase({ file: made })).close();
  const raw = new Database(file);
  onTestFinished(() => void raw.close());
  const rows = () =>
    raw
      .prepare<[], string>(
        "select name from sqlite_master where type = 'table' and name <> 'schema_migrations'",
      )
      .pluck()
      .all()
      .map((table): [string, unknown[]] => [table, raw.prepare(`select * from ${table}`).all()])
      .sort(([one], [other]) => one.localeCompare(other));
  const before = rows();
  raw.exec(
    `${older} delete from schema_migrations; insert into schema_migrations values (${version}, 'of then', 0)`,
  );
  await (await openSqliteDatabase({ file })).close();
  const expected = new Database(fresh, { readonly: true });
  onTestFinished(() => void expected.close());
  expect(schemaShape(raw)).toEqual(schemaShape(expected));
  expect(rows()).toEqual(before);
  expect(before.flatMap(([, found]) => found)).not.toEqual([]);
});

describeOnPostgres('a PostgreSQL database in which processes shared rates', () => {
  /** The same statements made them in versions 21, 29 and 30. */
  const MADE_BY = {
    counts: /^CREATE UNLOGGED TABLE old_schema\.rate_counts [^;]+;/m,
    leases: /^CREATE TABLE old_schema\.rate_leases [^;]+;/m,
    key: /^ALTER TABLE ONLY old_schema\.rate_leases\s+ADD CONSTRAINT [^;]+;/m,
    lease: /^CREATE FUNCTION old_schema\.lease_rate\([\s\S]+?^end \$\$;/m,
  };
  it.each<[number, readonly (keyof typeof MADE_BY)[]]>([
    [29, ['counts', 'leases', 'key', 'lease']],
    [30, ['leases', 'key', 'lease']],
  ])('loses their counts alone: version %i', async (version, parts) => {
    const schema = await newSchema();
    const open = () => openPostgresDatabase({ url: POSTGRES_URL, schema });
    const database = await open();
    await new SqlCreditLedger({ database }).grant(accountId('ann'), 5);
    await database.close();
    const before = await columnsOf(schema);
    const script = await readFile(join(FIXTURES, 'schema-version-21.sql'), 'utf8');
    const rates = parts.map((part) => MADE_BY[part].exec(script)?.[0] ?? expect.fail(part)).join('\n');
    await withPostgres((client) =>
      client.query(
        `${rates.replaceAll('old_schema', schema)} drop table "${schema}".single_answers; drop table "${schema}".answer_hash_key;
          alter table "${schema}".balances drop column is_erased; update "${schema}".schema_migrations set version = ${version};
          select "${schema}".lease_rate('twilio', '[{"name": "day", "limit": 5, "windowMs": 1000, "isSpread": true}]', '{1}', 0, 0, 0)`,
      ),
    );
    const opened = await open();
    onTestFinished(() => opened.close());
    expect(await columnsOf(schema)).toEqual(before);
    const functions = await withPostgres((client) =>
      client.query("select from pg_proc where proname = 'lease_rate' and pronamespace = $1::regnamespace", [
        schema,
      ]),
    );
    expect(functions.rowCount).toBe(0);
    expect(await new SqlCreditLedger({ database: opened }).balance(accountId('ann'))).toMatchObject({
      available: 5,
    });
  });
});

describeOnPostgres('a PostgreSQL database of version 31', () => {
  it('gets the table of what single checks find', async () => {
    const schema = await newSchema();
    const open = () => openPostgresDatabase({ url: POSTGRES_URL, schema });
    await (await open()).close();
    const before = await columnsOf(schema);
    await withPostgres((client) =>
      client.query(
        `drop table "${schema}".single_answers; drop table "${schema}".answer_hash_key; alter table "${schema}".balances drop column is_erased; update "${schema}".schema_migrations set version = 31`,
      ),
    );
    await (await open()).close();
    expect(await columnsOf(schema)).toEqual(before);
  });
});

const ANN = accountId('ann');
const BEN = accountId('ben');
/** More than are replaced in one write. */
const ANSWERS = 1_200;

/** The account and the answer in a row of version 32. */
function answerOfThen(index: number): readonly [AccountId, SingleAnswer] {
  const phone = `+1415555${1_000 + (index >> 1)}` as E164;
  const since = consentDate('2024-05-01', NOON) ?? expect.fail('no date');
  const details = { source: 'twilio', reason: '30003', reassigned: { since, is: 'no' } } as const;
  const answer = { phone, status: 'dead', checkedAt: new Date(NOON + index) } as const;
  return [index % 2 === 0 ? ANN : BEN, index % 3 === 0 ? { ...answer, ...details } : answer];
}

const NOON = Date.UTC(2026, 10, 20, 12);
const OF_THEN = Array.from({ length: ANSWERS }, (_, index) => answerOfThen(index));

/** SQL that leads back to version 32. */
const AS_OF_THEN = `${WITH_PLAIN_NUMBERS} update schema_migrations set version = 32; insert into single_answers values ${OF_THEN.map(
  ([account, { checkedAt, phone, reason, reassigned, source, status }]) => {
    const texts = [account, phone, status, source, reason].map((text) => (text ? `'${text}'` : 'null'));
    const found = reassigned ? `'${reassigned.since}', '${reassigned.is}'` : 'null, null';
    return `(${texts.join()}, ${checkedAt.getTime()}, ${found})`;
  },
).join()};`;

/** Make a database of version 32, and resolve to what opens it. */
const WITH_ANSWERS_OF_THEN = {
  async sqlite() {
    const file = join(await temporaryFolder(), 'then.db');
    await (await openSqliteDatabase({ file })).close();
    const raw = new Database(file);
    // As every connection of the kit.
    raw.pragma('secure_delete = on');
    raw.exec(AS_OF_THEN);
    raw.close();
    return { file, open: () => openSqliteDatabase({ file }) };
  },
  async postgres() {
    const schema = await newSchema();
    const open = () => openPostgresDatabase({ url: POSTGRES_URL, schema });
    await (await open()).close();
    await withPostgres((client) =>
      client.query(`set search_path to "${schema}"; ${AS_OF_THEN} reset search_path`),
    );
    return { file: '', open };
  },
};

function plainNumbersSuite(kind: keyof typeof WITH_ANSWERS_OF_THEN): void {
  const opened = async (open: () => Promise<SqlDatabase>) => {
    const database = await open();
    onTestFinished(() => database.close());
    return { database, store: new SqlSingleAnswerStore({ database, hashKey: HASH_KEY }) };
  };
  const plainIn = async (database: SqlDatabase) =>
    (
      await database.read.rows(
        sql<object, { number_hash: string }>`select number_hash from single_answers`,
        {},
      )
    ).map(({ number_hash }) => !/^[0-9a-f]{32}$/.test(number_hash));
  const expectAll = async (store: SqlSingleAnswerStore) => {
    for (const account of [ANN, BEN]) {
      const expected = OF_THEN.flatMap(([of, answer]) => (of === account ? [answer] : []));
      const found = await store.find(
        account,
        expected.map(({ phone }) => phone),
        0,
      );
      expect(found.toSorted((one, other) => (one.phone < other.phone ? -1 : 1))).toEqual(expected);
    }
  };

  it.each<[string, (store: SqlSingleAnswerStore) => Promise<unknown>]>([
    ['find', (store) => store.find(ANN, [], 0)],
    ['keep', (store) => store.keep(ANN, { ...answerOfThen(0)[1], checkedAt: new Date(1) })],
    ['remove', (store) => store.remove(ANN, '+14155559999' as E164)],
    ['expire', (store) => store.expire({ olderThanMs: 1e14, limit: 1 })],
    ['hashNumbers', (store) => store.hashNumbers()],
  ])('become hashes with the first %s, and all of their answers are found', async (_, use) => {
    const { open } = await WITH_ANSWERS_OF_THEN[kind]();
    const { database, store } = await opened(open);
    expect((await plainIn(database)).filter(Boolean)).toHaveLength(ANSWERS);
    await use(store);
    expect(await plainIn(database)).toEqual(OF_THEN.map(() => false));
    await expectAll(store);
  });

  it('become hashes once, in two processes at once', async () => {
    const { open } = await WITH_ANSWERS_OF_THEN[kind]();
    const [one, other] = [await opened(open), await opened(open)];
    await Promise.all([one.store.hashNumbers(), other.store.hashNumbers()]);
    expect(await plainIn(one.database)).toEqual(OF_THEN.map(() => false));
    for (const { store } of [one, other]) await expectAll(store);
  });

  it('are erased with their account before they become hashes', async () => {
    const { open } = await WITH_ANSWERS_OF_THEN[kind]();
    const { database } = await opened(open);
    await new SqlErasure({ database }).eraseAccount(ANN);
    expect(await plainIn(database)).toHaveLength(ANSWERS / 2);
  });
}

describe('plain numbers of answers in a SQLite database of version 32', () => {
  plainNumbersSuite('sqlite');

  it('are nowhere in the file once it is closed', async () => {
    const { file, open } = await WITH_ANSWERS_OF_THEN.sqlite();
    const numbersIn = async () => (await readFile(file, 'latin1')).split('1415555').length - 1;
    expect(await numbersIn()).toBeGreaterThan(ANSWERS);
    const database = await open();
    await new SqlSingleAnswerStore({ database, hashKey: HASH_KEY }).hashNumbers();
    await database.close();
    expect(await numbersIn()).toBe(0);
  });
});

describeOnPostgres('plain numbers of answers in a PostgreSQL database of version 32', () => {
  plainNumbersSuite('postgres');
});

describeOnPostgres('a PostgreSQL database of version 21', () => {
  suite('postgres');

  it('has the columns of a new one, and no table that a new one lacks', async () => {
    const schemas = [await copyOfSchema(), await newSchema()];
    for (const schema of schemas) await (await openPostgresDatabase({ url: POSTGRES_URL, schema })).close();
    const [converted, fresh] = await Promise.all(schemas.map(columnsOf));
    expect(converted).toEqual(fresh);
  });
});

it.each([1, 4, 20])('a database of version %i is refused, and stays as it is', async (version) => {
  const file = await copyOfFile(3);
  const raw = new Database(file);
  raw.prepare('delete from schema_migrations').run();
  raw.prepare("insert into schema_migrations values (?, 'of a commit between', 0)").run(version);
  const before = schemaShape(raw);
  await expect(openSqliteDatabase({ file })).rejects.toMatchObject({
    code: 'storage_unavailable',
    hint: expect.stringContaining(`schema version ${version} `),
  });
  expect(schemaShape(raw)).toEqual(before);
  raw.close();
});
