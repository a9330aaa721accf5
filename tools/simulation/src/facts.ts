import { accountId, type TaskId } from '@dialproof/core';
import Database from 'better-sqlite3';
import type { StoryAccount } from './story.js';
import type { Machine } from './world/machine.js';

/** The state of the account at the end of a story, without times and random ids. */
export interface Facts {
  readonly available: number;
  readonly held: number;
  /** Whether balances, holds and statement add up. */
  readonly addsUp: boolean;
  readonly openHolds: number;
  /** The charges and grants of the statement, sorted. */
  readonly statement: readonly string[];
  /** The tasks in the order of their submits: what is shown of each, and the bytes of its result. */
  readonly tasks: readonly string[];
  readonly tokens: readonly string[];
  readonly webhooks: readonly string[];
  /** The events of the account's tasks that webhooks get, each once. */
  readonly events: readonly string[];
  /** Whether a phone number of the story is still in the database as text. */
  readonly showsNumbers: boolean;
}

/** The first digits of every phone number in the stories. */
const NUMBERS_BEGIN = '+4179123';

/** `picture`: the contents of the machine's database. */
export async function factsOf(machine: Machine, picture: Buffer, account: StoryAccount): Promise<Facts> {
  const id = accountId(account.accountId);
  const { ledger, service } = machine;
  const { available, held } = await ledger.balance(id);
  const audit = await ledger.audit();
  const { entries } = await service.statement({ accountId: id, limit: 100 });
  const { tasks } = await service.list({ accountId: id, limit: 100 });
  const shown: string[] = [];
  for (const task of [...tasks].reverse()) {
    const { checksFailed, credits, failureReason, processed, status, summary, total } = task;
    const facts = { status, failureReason, total, processed, summary, credits, checksFailed };
    shown.push(`${JSON.stringify(facts)}\n${await resultOf(machine, id, task.taskId)}`);
  }
  const read = reader(picture);
  const of = 'where account_id = ?';
  return {
    available,
    held,
    addsUp: audit.addsUp,
    openHolds: audit.openHolds,
    statement: entries.map(({ kind, credits }) => `${kind} ${credits}`).sort(),
    tasks: shown,
    tokens: read(`select coalesce(name, '') || ' ' || (revoked_at is null) as fact from tokens ${of}`, id),
    webhooks: read(`select url || ' ' || events as fact from webhooks ${of}`, id),
    showsNumbers: picture.includes(NUMBERS_BEGIN),
    events: read(
      `select type || ' ' || url as fact from webhook_deliveries join webhooks using (webhook_id, account_id) ${of}`,
      id,
    ),
  };
}

async function resultOf(
  { service }: Machine,
  id: ReturnType<typeof accountId>,
  taskId: TaskId,
): Promise<string> {
  const { content } = await service.results({ accountId: id, taskId, partial: true });
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** Reads sorted facts from a picture. */
function reader(picture: Buffer): (sql: string, account: string) => string[] {
  const copy = Buffer.from(picture);
  // The file format versions: a database in memory has no log of changes beside it.
  copy.fill(1, 18, 20);
  const database = new Database(copy);
  return (sql, account) => {
    // Every query names its only column so.
    const rows = database.prepare<[string], { fact: string }>(sql).all(account);
    return rows.map(({ fact }) => fact).sort();
  };
}
