import { setTimeout as delay } from 'node:timers/promises';
import { DrillFailure } from '../drill-failure.js';
import { ApiClient, numberList } from '../server/api-client.js';
import { type DrillAccount, openAccount } from '../server/drill-account.js';
import { type DrillFolder, makeDrillFolder } from '../server/drill-folder.js';
import { DrilledServer } from '../server/drilled-server.js';
import { freePort } from '../server/free-port.js';
import { PacedChecks } from '../server/paced-checks.js';
import { eventLoopMs } from '../server/process-figures.js';
import type { AttackTarget } from './attackers/attack.js';
import { unfinishedTasks } from './left-behind.js';

/** The account of the victim, and the accounts of the attackers. */
export interface StageAccounts {
  readonly victim: DrillAccount;
  readonly attacker: DrillAccount;
  /** Accounts without credits. */
  readonly poorTokens: readonly string[];
}

/** The target of attacks: the example server with default settings, and its accounts. */
export interface Stage extends StageAccounts {
  readonly folder: DrillFolder;
  readonly client: ApiClient;
  readonly server: DrilledServer;
}

const CREDITS = 1_000_000_000;
const ENDED_WITHIN_MS = 60_000;
const POOR_ACCOUNTS = 20;
/** An account may have 100 concurrent checks. At this interval, 100 are sent within two seconds. */
const CHECK_EVERY_MS = 20;
/** Its result has about 2 MB. */
const DONE_TASK = { rows: 9_000, noteLength: 200 };
/** The sandbox fails the check of its number, so the task takes a quarter of a minute. */
const LASTING = 'phone\n+19995556000\n';
/** The victim has its own address, so that limits by address affect only the attackers. */
const VICTIM_ADDRESS = '127.0.0.2';

export interface StageOptions {
  /** Default: a new one. The stage removes it. */
  readonly folder?: DrillFolder;
  readonly settings?: NodeJS.ProcessEnv;
  /** The existing accounts of the folder. Default: new ones are opened. */
  readonly accounts?: StageAccounts;
}

/** Starts a server. It has only the accounts, unless the folder holds more. */
export async function openStage({
  folder = makeDrillFolder(),
  settings = {},
  accounts,
}: StageOptions = {}): Promise<Stage> {
  const port = await freePort();
  const server = new DrilledServer({ port, folder, settings });
  const client = new ApiClient(port);
  try {
    const opened = accounts ?? (await accountsOn(server));
    server.start();
    await server.ready();
    const poorTokens = accounts?.poorTokens ?? (await registered(client));
    return { folder, client, server, ...opened, poorTokens };
  } catch (error) {
    await server.end();
    folder.remove();
    throw error;
  }
}

async function accountsOn({ environment }: DrilledServer): Promise<Omit<StageAccounts, 'poorTokens'>> {
  return {
    victim: await openAccount(environment, CREDITS),
    attacker: await openAccount(environment, CREDITS),
  };
}

async function registered(client: ApiClient): Promise<readonly string[]> {
  const tokens: string[] = [];
  while (tokens.length < POOR_ACCOUNTS) {
    const { body, status } = await client.register(`poor-${tokens.length}@example.com`);
    if (status !== 201) throw new DrillFailure(`a registration was answered with ${status}`);
    tokens.push(body.token);
  }
  return tokens;
}

/** Ends the server and removes the folder of a stage. */
export async function closeStage({ folder, server }: Stage): Promise<void> {
  await server.end();
  folder.remove();
}

/** Single checks of the victim. */
export function victimChecks(
  { client, server, victim }: Stage,
  { oneAtATime = false }: { readonly oneAtATime?: boolean } = {},
): PacedChecks {
  return new PacedChecks({
    oneAtATime,
    // An ended server has no figures.
    workMs: () => (server.runs ? eventLoopMs(server.pid) : 0),
    ...{ port: client.port, token: victim.token, everyMs: CHECK_EVERY_MS },
    localAddress: VICTIM_ADDRESS,
  });
}

/** Verifies the file that attackers download, at this share of its full size, and resolves to the id of its task. */
export async function makeDoneTask(stage: Stage, share: number): Promise<string> {
  const { rows, noteLength } = DONE_TASK;
  const taskId = await submitFile(stage, numberList(Math.ceil(rows * share), noteLength));
  await stage.client.ended(stage.attacker.token, taskId);
  return taskId;
}

/** Sends a file of the attacker, and resolves to the id of its task. */
export async function submitFile({ attacker, client }: Stage, content: string): Promise<string> {
  const { body, status } = await client.submit(attacker.token, content);
  if (status !== 202) throw new DrillFailure(`a file of the drill was answered with ${status}`);
  return body.task_id;
}

/** Resolves when every task has ended, or after a while. */
export async function tasksEnded({ folder }: Stage): Promise<void> {
  await within(ENDED_WITHIN_MS, () => unfinishedTasks(folder).length === 0);
}

/** The target for attackers. It includes a new, lasting task, unless an attack has used up the files of the account. */
export async function makeTarget(
  { attacker, client, poorTokens }: Stage,
  doneTaskId: string,
): Promise<AttackTarget> {
  const { body, status } = await client.submit(attacker.token, LASTING);
  if (status !== 202 && status !== 429) {
    throw new DrillFailure(`the file that lasts was answered with ${status}`);
  }
  return {
    ...{ port: client.port, token: attacker.token, poorTokens, doneTaskId },
    openTaskId: status === 202 ? body.task_id : doneTaskId,
  };
}

/** Cancels the attacker's tasks, and resolves when all of them have ended, or after a while. */
export async function endTasks(stage: Stage): Promise<void> {
  const { attacker, client, folder } = stage;
  for (const taskId of unfinishedTasks(folder)) await client.cancel(attacker.token, taskId);
  await tasksEnded(stage);
}

/** Repeats `holds` until it is true, and resolves to whether it was within `ms` milliseconds. */
export async function within(ms: number, holds: () => boolean | Promise<boolean>): Promise<boolean> {
  const giveUpAt = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > giveUpAt) return false;
    await delay(100);
  }
  return true;
}
