import { auditLedger } from '@dialproof/sql/operations';
import { openPostgresDatabase } from '@dialproof/sql/postgres';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';
import { type Violations, within } from '../harness/drill.js';
import { type DrillFolder, leftoverFiles, loggedErrors } from '../harness/drill-folder.js';
import type { Account, Server } from '../harness/server.js';
import type { Load } from './load.js';
import type { Upstream } from './upstream.js';

export interface EndParts {
  readonly load: Load;
  readonly accounts: readonly Account[];
  readonly violations: Violations;
  /** Default: repeated checks are not judged. */
  readonly upstream?: Upstream;
}

/** A hold of a single check that was broken off may last for its waiting time, its deadline and a minute. */
const HOLDS_END_WITHIN_MS = 120_000;
const TOLD_AT_MOST = 5;

/**
 * Compares everything with what has to hold at the end, when the load has stopped: each task is there once and has its result, byte for
 * byte; each number was charged once, and the statement says so; no number was asked about again whose answer had to be recorded.
 */
export async function checkEnd({ accounts, load, upstream, violations }: EndParts): Promise<void> {
  for (const { account, file, label, taskId } of load.tasks) {
    const result = await load.client(account.token).download(taskId);
    const text = await result.text();
    if (text !== file.result)
      violations.add(`${label}: the result is wrong: ${firstDifference(text, file.result)}`);
  }
  for (const [place, account] of accounts.entries())
    await checkAccount(`account ${place}`, account, load, violations);
  if (upstream === undefined) return;
  const again = upstream.askedAgain(timesAsked(load));
  for (const sentence of again.slice(0, TOLD_AT_MOST)) violations.add(sentence);
  if (again.length > TOLD_AT_MOST) violations.add(`there are ${again.length} such sentences`);
}

async function checkAccount(
  name: string,
  account: Account,
  load: Load,
  violations: Violations,
): Promise<void> {
  const client = load.client(account.token);
  const tasks = load.tasks.filter((task) => task.account === account);
  const checks = load.checked.filter((check) => check.account === account).length;
  const charged = tasks.reduce((sum, { file }) => sum + file.charged, checks);
  await within(HOLDS_END_WITHIN_MS, async () => (await client.credits()).held === 0);
  const { available, held } = await client.credits();
  violations.expectEqual(`${name}: credits available`, available, account.credits - charged);
  violations.expectEqual(`${name}: credits held`, held, 0);

  const stored = await client.tasks({ limit: 100 }).toArray();
  const ids = (all: readonly string[]) => [...all].sort().join(' ');
  violations.expectEqual(
    `${name}: the tasks`,
    ids(stored.map(({ task_id }) => task_id)),
    ids(tasks.map(({ taskId }) => taskId)),
  );
  const entries = await client.creditEntries({ limit: 100 }).toArray();
  const ofTask = (taskId: string | null) =>
    entries.filter((entry) => entry.task_id === taskId && entry.credits < 0);
  for (const { file, label, taskId } of tasks) {
    const credits = ofTask(taskId).map((entry) => entry.credits);
    violations.expectEqual(`${label}: its charges in the statement`, credits.join(), `-${file.charged}`);
  }
  violations.expectEqual(`${name}: charges of single checks in the statement`, ofTask(null).length, checks);
  const summed = entries.reduce((sum, { credits }) => sum + credits, 0);
  violations.expectEqual(`${name}: the sum of the statement`, summed, account.credits - charged);
}

/** How often each number of a file has to be asked about: once for each task. */
function timesAsked({ tasks }: Load): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const number of tasks.flatMap(({ file }) => [...file.asked]))
    times.set(number, (times.get(number) ?? 0) + 1);
  return times;
}

function firstDifference(found: string, expected: string): string {
  const [lines, expectedLines] = [found.split('\n'), expected.split('\n')];
  const at = expectedLines.findIndex((line, place) => line !== lines[place]);
  return `line ${at} is ${JSON.stringify(lines[at])}, expected ${JSON.stringify(expectedLines[at])}`;
}

/**
 * Adds the ledger up, in the database of a stopped server or in PostgreSQL. `mayHold`: holds may be open, of single checks that were broken
 * off. Such a hold lasts for a minute and more.
 */
export async function checkLedger(
  { environment }: Server,
  violations: Violations,
  { mayHold = false }: { readonly mayHold?: boolean } = {},
): Promise<void> {
  const { DATABASE_URL: url, DIALPROOF_DATABASE_SCHEMA: schema = '', DIALPROOF_DATA_DIR } = environment;
  const database =
    url === undefined
      ? await openSqliteDatabase({ file: `${DIALPROOF_DATA_DIR}/dialproof.sqlite` })
      : await openPostgresDatabase({ url, schema });
  try {
    const audit = await auditLedger(database);
    if (!audit.addsUp) violations.add(`the ledger does not add up: ${JSON.stringify(audit)}`);
    if (!mayHold) violations.expectEqual('holds that are open in the end', audit.openHolds, 0);
  } finally {
    await database.close();
  }
}

/** Stops servers as an operator would: each has to end by itself, without errors in its log and files that it leaves. */
export async function checkStop(
  servers: readonly Server[],
  folder: DrillFolder,
  violations: Violations,
  { errorsAreLogged = false }: { readonly errorsAreLogged?: boolean } = {},
): Promise<void> {
  const stops = await Promise.all(servers.map((server) => server.stop()));
  for (const [place, { how }] of stops.entries()) {
    violations.expectEqual(`SIGTERM at the ${servers[place]?.name}`, how, 'exit code 0');
  }
  for (const file of leftoverFiles(folder)) violations.add(`a file is left: ${file}`);
  if (errorsAreLogged) return;
  for (const line of loggedErrors(folder)) violations.add(`logged: ${line.slice(0, 500)}`);
}
