import {
  type AccountId,
  accountId,
  type E164,
  type HoldId,
  isDialproofError,
  type TaskId,
} from '@dialproof/core';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { SqlSingleAnswerStore } from './answers/sql-single-answer-store.js';
import { SqlCreditLedger } from './ledger/sql-credit-ledger.js';
import { SqlListStore } from './lists/sql-list-store.js';
import { LOCK_ORDER } from './lock-order.js';
import { SqlErasure } from './operations/erasure/sql-erasure.js';
import { auditLedger } from './operations/ledger-audit.js';
import { SqlEventOutbox } from './outbox/sql-event-outbox.js';
import { openPostgresDatabase } from './postgres/open-postgres-database.js';
import { SqlReplayStore } from './replays/sql-replay-store.js';
import { SqlSuppressionList } from './suppressions/sql-suppression-list.js';
import { SqlTaskStore } from './tasks/sql-task-store.js';
import { beginDraft, FILE, wholeRecord } from './tasks/task.fixture.js';
import { describeOnPostgres, HASH_KEY, POSTGRES_URL, PostgresSchema } from './test-databases.fixture.js';
import { SqlWebhookStore } from './webhooks/sql-webhook-store.js';

const ACCOUNTS = ['ada', 'bob', 'cyd'].map((name) => accountId(name));
const LEASE_MS = 60_000;
/** The callers do some 2,000 writes, which takes a loaded machine long. */
const STRESS_TIMEOUT_MS = 180_000;
/** What one caller may rightly refuse another. */
const REFUSALS = ['insufficient_credits', 'task_not_found', 'request_in_progress'] as const;

async function schemaOfTest(): Promise<PostgresSchema> {
  const test = await PostgresSchema.create();
  onTestFinished(() => test.remove());
  return test;
}

/** Reads what a connection sends, and notes each transaction that locks a table after one that comes later in the order. */
function watchOrder(client: pg.PoolClient, faults: string[]): void {
  const placeOf = new Map<string, number>(
    LOCK_ORDER.flatMap((tables, place) => tables.map((table) => [table, place] as const)),
  );
  let locked = new Map<string, string>();
  let isOpen = false;
  const read = (statement: string) => {
    if (/^(begin|commit|rollback)/.test(statement)) isOpen = statement.startsWith('begin');
    // Outside of a transaction, the locks of a statement end with it.
    if (!isOpen || statement.startsWith('begin')) locked = new Map();
    const changed = /(?:insert into|update|delete from)\s+(?:"[^"]+"\.)?"?(\w+)/gi;
    const changes = [...statement.matchAll(changed)].map(([, table = '']) => ({ table, waits: true }));
    for (const { table, waits } of [...lockingSelects(statement), ...changes]) {
      const place = placeOf.get(table);
      if (place === undefined || locked.has(table)) continue;
      const later = [...locked.keys()].find((other) => (placeOf.get(other) ?? 0) > place);
      if (later !== undefined && waits)
        faults.push(`${table} after ${later}: ${locked.get(later)}; ${statement}`);
      locked.set(table, statement);
    }
  };
  const query = client.query.bind(client) as (config: { readonly text: string }) => unknown;
  // In the one form that the database uses.
  client.query = ((config: { readonly text: string }) => {
    read(config.text.trim());
    return query(config);
  }) as typeof client.query;
}

/**
 * The selects of a statement that lock rows, the innermost first, as the server runs them. Each names its table behind `from`, and runs
 * before the statement changes anything. `waits`: for rows that others have locked.
 */
function lockingSelects(statement: string): { readonly table: string; readonly waits: boolean }[] {
  const [bracket, inner] = /\(([^()]*)\)/.exec(statement) ?? [];
  const select = inner ?? statement;
  const rest = bracket === undefined ? [] : lockingSelects(statement.replace(bracket, ''));
  const [, table] = /\bfrom\s+(?:"[^"]+"\.)?"?(\w+)/i.exec(select) ?? [];
  if (table === undefined || !/for update/i.test(select)) return rest;
  return [{ table, waits: !/skip locked/i.test(select) }, ...rest];
}

/** The stores of a process. `faults`: its conflicts with others, and what it locked out of order. */
async function processOf({ schema }: PostgresSchema, faults: string[]) {
  const pool = new pg.Pool({ connectionString: POSTGRES_URL, max: 5 });
  onTestFinished(() => pool.end());
  pool.on('connect', (client) => {
    // The driver's types do not tell of the connection.
    const { connection } = client as unknown as { readonly connection: NodeJS.EventEmitter };
    connection.on('errorMessage', ({ code, message }) => {
      if (/^40/.test(code)) faults.push(`${code} ${message}`);
    });
    watchOrder(client, faults);
  });
  const database = await openPostgresDatabase({ pool, schema, waitMs: 30_000 });
  onTestFinished(() => database.close());
  const outbox = new SqlEventOutbox({ database });
  return {
    outbox,
    store: new SqlTaskStore({ database, outbox }),
    lists: new SqlListStore({ database, outbox }),
    ledger: new SqlCreditLedger({ database }),
    replays: new SqlReplayStore({ database }),
    suppressions: new SqlSuppressionList({ database }),
    singleAnswers: new SqlSingleAnswerStore({ database, hashKey: HASH_KEY }),
    webhooks: new SqlWebhookStore({ database }),
    erasure: new SqlErasure({ database }),
  };
}

type Process = Awaited<ReturnType<typeof processOf>>;

/** Random use of all stores by many callers. */
class Callers {
  readonly #processes: readonly Process[];
  readonly #tasks: { readonly taskId: TaskId; readonly account: AccountId }[] = [];
  #state: number;
  #made = 0;

  constructor(processes: readonly Process[], seed: number) {
    this.#processes = processes;
    this.#state = seed;
  }

  async round(callers: number): Promise<void> {
    const outcomes = await Promise.allSettled(Array.from({ length: callers }, () => this.#act()));
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(failures.filter((error) => !REFUSALS.some((code) => isDialproofError(error, code)))).toEqual([]);
  }

  #below(limit: number): number {
    this.#state = (this.#state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  #pick<Value>(values: readonly Value[]): Value {
    return values[this.#below(values.length)] as Value;
  }

  async #act(): Promise<unknown> {
    const one = this.#pick(this.#processes);
    const { erasure, ledger, replays, store, webhooks } = one;
    const account = this.#pick(ACCOUNTS);
    const task = this.#tasks.length === 0 ? undefined : this.#pick(this.#tasks);
    const action = this.#below(40);
    if (action < 6 || task === undefined) return await this.#submit(one, account);
    if (action < 14) return await this.#work(one);
    if (action < 16) return await store.fail(task.taskId, 'cancelled');
    if (action < 18) return await this.#retry(one, task.taskId);
    if (action < 19) return await store.remove(task.taskId);
    if (action < 20) return await store.expire({ endedBeforeMs: 0, limit: 3 });
    if (action < 22) return await ledger.releaseExpired();
    if (action < 23) return await erasure.eraseTask(task.taskId);
    if (action < 24) return await erasure.eraseAccount(account);
    if (action < 26) return await ledger.grant(account, this.#below(9));
    if (action < 27)
      return await store.reportOutage({
        reason: 'checker_unavailable',
        isInferred: false,
        retryAfterMs: 0,
        failAfterMs: this.#below(2) * LEASE_MS,
      });
    if (action < 28) return await store.endOutage();
    if (action < 31) return await this.#repeat(replays, account);
    if (action < 35) return await this.#list(one, account, task.taskId);
    if (action < 37) return await this.#suppress(one, account);
    if (action < 39) return await this.#keepAnswer(one, account);
    return await this.#deliver(one, webhooks);
  }

  async #submit({ ledger, store }: Process, account: AccountId): Promise<void> {
    const chunks = Array.from({ length: this.#below(4) }, (_, index) => Uint8Array.of(0, index));
    this.#made += 1;
    const hold = { holdId: `hold ${this.#made}` as HoldId, accountId: account, credits: chunks.length };
    const draft = await beginDraft(store, account, LEASE_MS);
    await store.appendRows(draft, 0, Uint8Array.of(1));
    await ledger.hold({ ...hold, expiresAfterMs: this.#below(2) === 0 ? 0 : null });
    const contents = {
      total: chunks.length,
      rowsWithoutNumber: 0,
      heldCredits: chunks.length,
      file: FILE,
      chunks,
    };
    const { taskId } = await store.enqueue(draft, contents);
    this.#tasks.push({ taskId, account });
    if (this.#below(2) === 0) await ledger.settle({ ...hold, credits: this.#below(chunks.length + 1) });
  }

  async #work({ store }: Process): Promise<void> {
    const taskId = this.#below(5) === 0 ? this.#pick(this.#tasks).taskId : null;
    const { claims } = await store.claim({ leaseMs: LEASE_MS, limit: 1 + this.#below(3), taskId });
    for (const claim of claims) {
      if (claim.kind === 'discard') await store.discard(claim.lease);
      else if (claim.kind === 'finish') {
        await store.finish(claim.lease, { status: 'done', failureReason: null, charged: claim.verified });
      } else if (this.#below(4) === 0) await store.giveBack(claim.lease, 0);
      else await store.record(claim.lease, wholeRecord({ revision: claim.revision }));
    }
  }

  async #retry({ store }: Process, taskId: TaskId): Promise<void> {
    const retry = await store.beginRetry(taskId, LEASE_MS);
    if (retry === undefined) return;
    if (this.#below(2) === 0) await store.discard(retry.lease);
    else await store.resume(retry.lease, { heldCredits: 0, reopened: [] });
  }

  async #repeat(replays: SqlReplayStore, account: AccountId): Promise<void> {
    const key = { accountId: account, key: `key ${this.#below(9)}` };
    const begun = await replays.begin({ ...key, leaseMs: 0, maxPerAccount: 4 });
    if (begun.outcome !== 'new') return void (await replays.expire({ limit: 5 }));
    const lease = { ...key, token: begun.token };
    if (this.#below(3) === 0) return await replays.abandon(lease);
    await replays.complete(lease, { fingerprint: 'f', reply: Uint8Array.of(1), keepMs: 0 });
  }

  async #list({ lists }: Process, account: AccountId, task: TaskId): Promise<void> {
    const settings = {
      schedule: null,
      nextRunAt: null,
      freshWithinMs: null,
      keyColumn: null,
      maxCredits: null,
      caps: null,
    };
    const facts = { listId: `list ${account}`, accountId: account, name: 'a', createdAt: 1, taskId: task };
    const list = { ...facts, ...settings, pending: null, runs: [] };
    await lists.create({ list, dueAt: 1, keeps: [task] }, 2);
    const { found } = await lists.claimDue({ leaseMs: 0 });
    const data = { list_id: list.listId };
    const event = { kind: 'list.changed', accountId: account, taskId: task, occurredAt: 1, data } as const;
    if (found !== undefined) await lists.replace({ ...found, keeps: [task], events: [event] });
    if (this.#below(3) === 0) await lists.remove(list);
  }

  async #suppress({ suppressions }: Process, accountId: AccountId): Promise<void> {
    const phones = Array.from({ length: 3 }, () => `+1415555010${this.#below(9)}` as E164);
    if (this.#below(3) === 0) await suppressions.remove(accountId, phones[0] as E164);
    else await suppressions.add({ accountId, phones, addedAt: 1, maxPerAccount: 8 });
  }

  async #keepAnswer({ singleAnswers }: Process, account: AccountId): Promise<void> {
    const phone = `+1415555010${this.#below(9)}` as E164;
    const act = this.#below(8);
    if (act === 0) await singleAnswers.expire({ olderThanMs: 0, limit: 3 });
    else if (act === 1) await singleAnswers.remove(account, phone);
    else await singleAnswers.keep(account, { phone, status: 'dead', checkedAt: new Date(act) });
  }

  async #deliver({ outbox }: Process, webhooks: SqlWebhookStore): Promise<void> {
    const account = this.#pick(ACCOUNTS);
    const webhook = { webhookId: `of ${account}`, accountId: account };
    const url = 'https://ada.example/';
    await webhooks.create({
      ...webhook,
      url,
      events: ['task.done'],
      secret: 's',
      maxPerAccount: 2,
      madeWith: null,
    });
    for (const { event, lease } of (await outbox.claimEvents({ leaseMs: LEASE_MS, limit: 5 })).claims) {
      const { eventId, accountId, occurredAt } = event;
      await webhooks.expand({ eventId, type: 'task.done', accountId, occurredAt, data: {} }, 0);
      await outbox.acknowledge(lease);
    }
    const answer = { status: 204, failure: null };
    for (const { lease } of (await webhooks.claim({ leaseMs: LEASE_MS, limit: 3, except: [] })).claims)
      await webhooks.record(lease, { outcome: 'delivered', answer });
    await webhooks.expire({ limit: 5 });
    if (this.#below(9) === 0) await webhooks.remove(webhook);
  }
}

describeOnPostgres('writes side by side', () => {
  it(
    'keep to the order of locks, and never deadlock, whatever many callers do',
    async () => {
      const test = await schemaOfTest();
      const faults: string[] = [];
      const processes = await Promise.all([1, 2, 3].map(() => processOf(test, faults)));
      for (const account of ACCOUNTS) await processes[0]?.ledger.grant(account, 500);
      const callers = new Callers(processes, 2);
      for (let round = 0; round < 12; round += 1) await callers.round(24);
      expect(faults).toEqual([]);
      expect(await auditLedger(test.database)).toMatchObject({ addsUp: true });
    },
    STRESS_TIMEOUT_MS,
  );
});
