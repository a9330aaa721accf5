import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SqlAccounts } from '@dialproof/sql';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';
import Database from 'better-sqlite3';
import { until, type Violations, within } from '../harness/drill.js';
import { type DrillFolder, leftoverFiles, makeDrillFolder } from '../harness/drill-folder.js';
import { type Account, Server } from '../harness/server.js';
import type { AttackDrillOptions, AttackTarget } from './attack.js';
import { type Attackers, startAttackers } from './attackers.js';
import { numberList } from './clients.js';

/** A server with default settings, an account for the victim and one for the attackers. */
export interface Stage {
  readonly folder: DrillFolder;
  readonly server: Server;
  readonly victim: Account;
  readonly attacker: Account;
  readonly poor: Account;
  /** A completed task of the attacker. */
  readonly doneTaskId: string;
  /** All attackers that were started. */
  readonly attackers: Attackers[];
}

const CREDITS = 1_000_000_000;
const ENDED_WITHIN_MS = 60_000;
/** The most tasks on a page of a list. */
const LISTED_TASKS = 100;
/** Its result has about 2 MB. */
const DONE_TASK = { rows: 9_000, noteLength: 200 };
/** The sandbox fails the check of its number, so the task takes a quarter of a minute. */
const LASTING = 'phone\n+19995556000\n';

/**
 * Makes the accounts, a task to download, at this share of its full size, and a full page of other tasks. The server is stopped at the end.
 */
export async function makeStage(share: number): Promise<Stage> {
  const folder = makeDrillFolder();
  // The drill's own files must not hit the rates.
  const server = await Server.make({ folder, settings: { DIALPROOF_RATES: 'off' } });
  try {
    const [victim, attacker, poor] = await openAccounts(folder);
    server.start();
    await server.ready();
    const client = server.client(attacker.token);
    const content = numberList(Math.ceil(DONE_TASK.rows * share), DONE_TASK.noteLength);
    const { id: doneTaskId } = await client.submit({ name: 'list.csv', content });
    for (let made = 0; made < LISTED_TASKS * share; made += 1) {
      const phone = `+1415556${String(made).padStart(4, '0')}`;
      await client.submit({ name: 'list.csv', content: `phone\n${phone}\n` });
    }
    await until('the end of the tasks', ENDED_WITHIN_MS, () => unfinishedTasks(folder).length === 0);
    await server.stop();
    return { folder, server, victim, attacker, poor, doneTaskId, attackers: [] };
  } catch (error) {
    await server.end();
    folder.remove();
    throw error;
  }
}

async function openAccounts({ databaseFile }: DrillFolder): Promise<readonly [Account, Account, Account]> {
  const database = await openSqliteDatabase({ file: databaseFile });
  const accounts = new SqlAccounts({ database });
  const open = async (credits: number) => ({ token: (await accounts.create({ credits })).token, credits });
  try {
    return [await open(CREDITS), await open(CREDITS), await open(0)];
  } finally {
    await database.close();
  }
}

/** Starts a server on a copy of a stage, in this folder, so that attacks do not affect each other. */
export async function openCopy(
  stage: Stage,
  settings: NodeJS.ProcessEnv = {},
  folder: DrillFolder = makeDrillFolder(),
): Promise<Stage> {
  cpSync(stage.folder.data, folder.data, { recursive: true });
  const server = await Server.make({ folder, settings });
  const copy = { ...stage, folder, server, attackers: [] };
  server.start();
  try {
    await server.ready();
    return copy;
  } catch (error) {
    await closeStage(copy);
    throw error;
  }
}

/** Ends the attackers and the server, and removes the folder of a stage. */
export async function closeStage({ attackers, folder, server }: Stage): Promise<void> {
  // Their connection to this process would keep it alive.
  for (const each of attackers) each.kill();
  await server.end();
  folder.remove();
}

/** Starts the attack with this name. */
export async function startAttack(
  stage: Stage,
  name: string,
  { seed, share }: AttackDrillOptions,
): Promise<Attackers> {
  const attackers = await startAttackers({ name, seed, share, target: await makeTarget(stage) });
  stage.attackers.push(attackers);
  return attackers;
}

/** The target for attackers, with a new, lasting task, unless an attack has used up the rate of the account. */
async function makeTarget({ attacker, doneTaskId, poor, server }: Stage): Promise<AttackTarget> {
  const submitted = server.client(attacker.token).submit({ name: 'list.csv', content: LASTING });
  const openTaskId = await submitted.then(
    ({ id }) => id,
    () => doneTaskId,
  );
  return { port: server.port, token: attacker.token, poorToken: poor.token, doneTaskId, openTaskId };
}

/** Cancels the attacker's tasks, and resolves when nothing is under way or left, or after a while. */
export async function endTasks({ attacker, folder, server }: Stage): Promise<void> {
  const client = server.client(attacker.token);
  for (const taskId of unfinishedTasks(folder))
    await client
      .task(taskId)
      .cancel()
      .catch(() => undefined);
  await within(ENDED_WITHIN_MS, () => unfinishedTasks(folder).length === 0 && leftBehind(folder) === '');
}

const COUNTS: Readonly<Record<string, string>> = {
  drafts: `tasks where status in ('draft', 'abandoned')`,
  'holds of nothing under way': `holds left join tasks on hold_id like 'task:' || task_id || '%'
    where holds.charged is null and (task_id is null or finished_at is not null)`,
  'rows of no task': 'task_rows where task_id not in (select task_id from tasks)',
  'chunks of no task': 'task_chunks where task_id not in (select task_id from tasks)',
};

/** The leftovers of attacks in the database and in the folders for temporary files, by name. */
export function leftBehind({ data, databaseFile, temporary }: DrillFolder): string {
  const found = Object.entries(COUNTS).map(([name, from]) => {
    const [counted] = select(databaseFile, `select count(*) from ${from}`);
    return [name, Number(counted)] as const;
  });
  const files = [join(data, 'uploads'), temporary].flatMap((folder) => readdirSync(folder)).length;
  const left = [...found, ['temporary files', files] as const].filter(([, count]) => count > 0);
  return left.map(([name, count]) => `${count} ${name}`).join(', ');
}

/** Adds a violation for each leftover of a stopped server. */
export function checkLeftovers(folder: DrillFolder, violations: Violations): void {
  // Listed first, since opening the database makes files beside it.
  const files = leftoverFiles(folder);
  for (const left of [...files, leftBehind(folder)]) {
    if (left !== '') violations.add(`the stopped server left ${left}`);
  }
}

/** The ids of the tasks that have not ended. */
function unfinishedTasks({ databaseFile }: DrillFolder): readonly string[] {
  const unfinished = `select task_id from tasks where finished_at is null and status not in ('draft', 'abandoned')`;
  return select(databaseFile, unfinished).map(String);
}

/** The first column of the rows. */
function select(databaseFile: string, sql: string): readonly unknown[] {
  const database = new Database(databaseFile, { readonly: true });
  try {
    return database.prepare(sql).pluck().all();
  } finally {
    database.close();
  }
}
