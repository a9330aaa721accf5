import { accountId, type ListRun, type TaskId } from '@dialproof/core';
import { auditLedger } from '@dialproof/sql/operations';
import type { StoryAccount } from './story.js';
import type { Machine } from './world/machine.js';
import type { MachineDatabase } from './world/machine-database.js';

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
  /** Its lists, with their runs. */
  readonly lists: readonly string[];
  readonly tokens: readonly string[];
  readonly webhooks: readonly string[];
  /** The events of the account's tasks that webhooks get, each once. */
  readonly events: readonly string[];
  /** Whether a phone number of the story is still in the database as text. */
  readonly showsNumbers: boolean;
}

/** The first digits of every phone number in the stories. */
const NUMBERS_BEGIN = '+4179123';

export async function factsOf(
  machine: Machine,
  database: MachineDatabase,
  account: StoryAccount,
): Promise<Facts> {
  const id = accountId(account.accountId);
  const { ledger, service } = machine;
  const { available, held } = await ledger.balance(id);
  const audit = await auditLedger(machine.database);
  const { entries } = await service.creditEntries({ accountId: id, limit: 100 });
  const { tasks } = await service.list({ accountId: id, limit: 100 });
  const shown: string[] = [];
  for (const task of [...tasks].reverse()) {
    const { checksFailed, credits, failureReason, processed, status, summary, total } = task;
    const facts = { status, failureReason, total, processed, summary, credits, checksFailed };
    shown.push(`${JSON.stringify(facts)}\n${await resultOf(machine, id, task.taskId)}`);
  }
  const read = async (query: string) =>
    (await database.texts(`${query} where account_id = ?`, account.accountId)).sort();
  const lists = (await service.lists?.all(id)) ?? [];
  return {
    available,
    held,
    addsUp: audit.addsUp,
    openHolds: audit.openHolds,
    statement: entries.map(({ kind, credits }) => `${kind} ${credits}`).sort(),
    tasks: shown,
    lists: lists.map(({ name, pending, runs }) => JSON.stringify([name, pending, ...runs.map(shownRun)])),
    tokens: await read(`select coalesce(name, '') || ' ' || (revoked_at is null) from tokens`),
    webhooks: await read("select url || ' ' || events from webhooks"),
    showsNumbers: await database.includes(NUMBERS_BEGIN),
    events: await read(
      `select type || ' ' || url from webhook_deliveries join webhooks using (webhook_id, account_id)`,
    ),
  };
}

function shownRun({ changes, charged, reason, status, total }: ListRun): readonly unknown[] {
  return [status, reason, total, charged, changes];
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
