import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SqlAccounts } from '@dialproof/sql';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';
import Database from 'better-sqlite3';
import { within } from '../judge.js';
import { Server } from '../server.js';
import { type Attackers, startAttackers } from './attack.js';
import { numberList } from './clients.js';

/** A server, the tokens of the other account and of the attackers', and a completed task of the attackers. */
export interface Stage {
  readonly server: Server;
  readonly victim: string;
  readonly attacker: string;
  readonly poor: string;
  readonly doneTaskId: string;
}

const CREDITS = 1_000_000_000;
const ENDED_WITHIN_MS = 60_000;
/** The most tasks on a page of a list. */
const LISTED_TASKS = 100;
/** Its result has about 2 MB. */
const DONE_TASK = { rows: 9_000, noteLength: 200 };
/** The sandbox fails the check of its number, so the task takes a quarter of a minute. */
const LASTING = 'phone\n+19995556000\n';

/** Makes the accounts, a task to download, at this share of its full size, and a page of other tasks. The server is stopped at the end. */
export async function makeStage(share: number): Promise<Stage> {
  // The drill's own files must not hit the rates.
  const server = new Server({ DIALPROOF_RATES: 'off' });
  const database = await openSqliteDatabase({ file: server.databaseFile });
  const accounts = new SqlAccounts({ database });
  const open = async (credits: number) => (await accounts.create({ credits })).token;
  const [victim, attacker, poor] = [await open(CREDITS), await open(CREDITS), await open(0)];
  await database.close();
  try {
    await server.start();
    const client = server.client(attacker);
    const content = numberList(Math.ceil(DONE_TASK.rows * share), DONE_TASK.noteLength);
    const { id: doneTaskId } = await client.submit({ name: 'list.csv', content });
    for (let made = 0; made < LISTED_TASKS * share; made += 1) {
      await client.submit({ name: 'list.csv', content: `phone\n+1415556${String(made).padStart(4, '0')}\n` });
    }
    await within(ENDED_WITHIN_MS, () => unfinishedTasks(server).length === 0);
    await server.stop();
    return { server, victim, attacker, poor, doneTaskId };
  } catch (error) {
    await server.remove();
    throw error;
  }
}

/** Makes a server on a copy of a stage, so that attacks do not affect each other. */
export function copyOf(stage: Stage, settings: NodeJS.ProcessEnv): Stage {
  const server = new Server(settings);
  cpSync(stage.server.data, server.data, { recursive: true });
  return { ...stage, server };
}

/** Starts the attack with this name, beside a new, lasting task, unless an attack has used up the rate of the account. */
export async function startAttack(
  { attacker, doneTaskId, poor, server }: Stage,
  name: string,
  { seed, share }: { readonly seed: number; readonly share: number },
): Promise<Attackers> {
  const submitted = server.client(attacker).submit({ name: 'list.csv', content: LASTING });
  const openTaskId = await submitted.then(
    ({ id }) => id,
    () => doneTaskId,
  );
  const target = { port: server.port, token: attacker, poorToken: poor, doneTaskId, openTaskId };
  return await startAttackers({ name, seed, share, target });
}

/** Cancels the attacker's tasks, and resolves when nothing is under way or left, or after a while. */
export async function endTasks({ attacker, server }: Stage): Promise<void> {
  const client = server.client(attacker);
  for (const taskId of unfinishedTasks(server)) {
    await client
      .task(taskId)
      .cancel()
      .catch(() => undefined);
  }
  await within(ENDED_WITHIN_MS, () => unfinishedTasks(server).length === 0 && leftBehind(server) === '');
}

const COUNTS: Readonly<Record<string, string>> = {
  drafts: `tasks where status in ('draft', 'abandoned')`,
  'holds of nothing under way': `holds left join tasks on hold_id like 'task:' || task_id || '%'
    where holds.charged is null and (task_id is null or finished_at is not null)`,
  'rows of no task': 'task_rows where task_id not in (select task_id from tasks)',
  'chunks of no task': 'task_chunks where task_id not in (select task_id from tasks)',
};

/** The leftovers of attacks in the database and in the folders for temporary files, by name. */
export function leftBehind({ data, databaseFile, temporary }: Server): string {
  const found = Object.entries(COUNTS).map(([name, from]) => {
    const [counted] = select(databaseFile, `select count(*) from ${from}`);
    return [Number(counted), name] as const;
  });
  const files = [join(data, 'uploads'), temporary].flatMap((folder) => readdirSync(folder)).length;
  const left = [...found, [files, 'temporary files'] as const].filter(([count]) => count > 0);
  return left.map((each) => each.join(' ')).join(', ');
}

/** The ids of the tasks that have not ended. */
function unfinishedTasks({ databaseFile }: Server): readonly string[] {
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
