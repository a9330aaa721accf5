import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createSeededRandom, type SeededRandom } from '@dialproof/generate';
import { SqlAccounts } from '@dialproof/sql';
import { openPostgresDatabase } from '@dialproof/sql/postgres';
import pg from 'pg';
import { checkLedger, Violations, within } from '../judge.js';
import { Server } from '../server.js';
import { type DrillFile, makeDrillFile } from './drill-file.js';
import { Load } from './load.js';
import { CHECK_MS, CONCURRENCY, Upstream } from './upstream.js';

export interface KillDrillOptions {
  readonly servers: number;
  readonly workers: number;
  /** Rounds, each of which kills some machines. */
  readonly kills: number;
  /** The most rows of a file. */
  readonly rows: number;
  readonly seed: number;
  readonly print: (line: string) => void;
}

export const POSTGRES_URL = process.env['DATABASE_URL'] || 'postgres://root@127.0.0.1:5432/test';
const ACCOUNTS = 3;
const CREDITS = 10_000_000;
const CHECK_EVERY_MS = 50;
/** The time in which a file is taken. */
const TAKEN_MS = 60;
/** A hold of a single check that was broken off may last for its waiting time, its deadline and a minute. */
const HOLDS_END_WITHIN_MS = 120_000;

/**
 * Servers and workers over one schema of PostgreSQL are killed at random moments, or get SIGTERM, and are started again. Resolves to the
 * violations: everything that was sent has to be there and done once.
 */
export async function runKillDrill(options: KillDrillOptions): Promise<readonly string[]> {
  const { print, seed } = options;
  const schema = `drill_${randomUUID().replaceAll('-', '')}`;
  const database = await openPostgresDatabase({ url: POSTGRES_URL, schema });
  const upstream = await Upstream.start();
  const violations = new Violations();
  const random = createSeededRandom(seed);
  const machines = makeMachines(options, schema, upstream);
  const load = new Load(
    machines.filter(({ kind }) => kind === 'server'),
    random,
    violations,
  );
  try {
    const accounts = new SqlAccounts({ database });
    const tokens: string[] = [];
    while (tokens.length < ACCOUNTS) tokens.push((await accounts.create({ credits: CREDITS })).token);
    await Promise.all(machines.map((machine) => machine.start()));
    load.startChecks(tokens[0] ?? '', CHECK_EVERY_MS);
    const scene = { machines, tokens, load, upstream, violations, random };
    await killAtRandom(scene, options);
    await load.untilEnded();
    await load.stop();
    for (const token of tokens) await checkAccount(token, token === tokens[0], scene);
    const again = upstream.askedAgain(timesAsked(load));
    for (const sentence of again.slice(0, 5)) violations.add(`${sentence}, one of ${again.length}`);
    for (const machine of machines) {
      violations.expectEqual(`SIGTERM at a ${machine.kind}`, await machine.stop(), 'exit code 0');
      for (const file of machine.leftFiles) violations.add(`a file is left: ${file}`);
    }
    await checkLedger(database, violations, { mayHold: false });
    const rows = load.tasks.reduce((sum, { file }) => sum + file.rows, 0);
    print(`${load.tasks.length} tasks, ${rows} rows, ${load.checked.length} single checks`);
    print(`replies: ${[...load.replies].map(([kind, count]) => `${count} ${kind}`).join(', ')}`);
  } catch (error) {
    violations.add(`it was broken off: ${error}`);
  } finally {
    await Promise.all(machines.map((machine) => machine.remove()));
    upstream.close();
    await database.close();
    await dropSchema(schema);
  }
  return violations.all;
}

function makeMachines({ servers, workers }: KillDrillOptions, schema: string, upstream: Upstream): Server[] {
  return Array.from({ length: servers + workers }, (_, place) => {
    const machine = new Server(
      {
        DATABASE_URL: POSTGRES_URL,
        DIALPROOF_DATABASE_SCHEMA: schema,
        DIALPROOF_CHECK_CONCURRENCY: String(CONCURRENCY),
        // Work that was lost is taken up soon.
        DIALPROOF_LEASE_MS: '5000',
        DIALPROOF_RATES: 'off',
        DRILL_CALLER: randomUUID(),
        ...(place < servers ? { DIALPROOF_WORKERS: '0' } : {}),
      },
      place < servers ? 'server' : 'worker',
    );
    const file = join(machine.folder, 'checkers.json');
    writeFileSync(file, upstream.checkers);
    machine.environment['DIALPROOF_CHECKERS_FILE'] = file;
    return machine;
  });
}

interface Scene {
  readonly machines: readonly Server[];
  readonly tokens: readonly string[];
  readonly load: Load;
  readonly upstream: Upstream;
  readonly violations: Violations;
  readonly random: SeededRandom;
}

/** Each round sends one to three files, and ends up to half of the machines: while files are sent, or at work. */
async function killAtRandom(scene: Scene, { kills, print, rows, workers }: KillDrillOptions): Promise<void> {
  const { load, machines, random, tokens } = scene;
  const rounds: DrillFile[][] = [];
  // Made before, since answers of the upstream, which is in this process, would be late.
  while (rounds.length < kills)
    rounds.push(await makeFiles(1 + random.below(3), 100 + random.below(rows), random));
  const sent: Promise<unknown>[] = [];
  for (const [place, files] of rounds.entries()) {
    const sending = Promise.all(files.map((file, index) => load.send(tokens[index] ?? '', file)));
    sending.catch(() => undefined);
    sent.push(sending);
    // An interrupted upload can be repeated only when its lease has ended. So most kills come later.
    const isEarly = random.chance(0.25);
    if (!isEarly) await sending;
    const numbers = files.reduce((sum, { asked }) => sum + asked.size, 0);
    const checkingMs = (numbers * CHECK_MS) / CONCURRENCY / Math.max(1, workers);
    await delay(isEarly ? random.below(TAKEN_MS) : random.fraction() * checkingMs);
    const ended = someOf(machines, random);
    await Promise.all(ended.map((machine) => endAndStart(machine, scene)));
    print(`round ${place + 1} of ${kills}: ${ended.map(({ kind }) => kind).join(' and ')}`);
    if (random.chance(0.5)) await load.untilEnded();
  }
  await Promise.all(sent);
}

/** Sends SIGKILL, or SIGTERM one time of four, and starts it again. */
async function endAndStart(machine: Server, { random, upstream, violations }: Scene): Promise<void> {
  if (random.chance(0.25)) {
    violations.expectEqual(`SIGTERM at a ${machine.kind}`, await machine.stop(), 'exit code 0');
  } else {
    await machine.stop('SIGKILL');
    upstream.noteKill(machine.environment['DRILL_CALLER'] ?? '');
  }
  machine.environment['DRILL_CALLER'] = randomUUID();
  await machine.start();
}

/** At least one, and at most half of them. */
function someOf(machines: readonly Server[], random: SeededRandom): readonly Server[] {
  const count = 1 + random.below(Math.max(1, Math.floor(machines.length / 2)));
  const left = [...machines];
  return Array.from({ length: count }, () => left.splice(random.below(left.length), 1)).flat();
}

async function makeFiles(count: number, rows: number, random: SeededRandom): Promise<DrillFile[]> {
  const files: DrillFile[] = [];
  while (files.length < count) {
    const name = `${randomUUID()}.${random.chance(0.2) ? 'xlsx' : 'csv'}`;
    files.push(await makeDrillFile(name, rows, random.below(1_000_000)));
  }
  return files;
}

/**
 * Each task of an account is there once and has its result, byte for byte; each number was charged once, and the statement says so. The
 * first account has made the single checks.
 */
async function checkAccount(token: string, isFirst: boolean, { load, violations }: Scene): Promise<void> {
  const client = load.client(token);
  const tasks = load.tasks.filter((task) => task.token === token);
  const checks = isFirst ? load.checked.length : 0;
  const charged = tasks.reduce((sum, { file }) => sum + file.charged, checks);
  await within(HOLDS_END_WITHIN_MS, async () => (await client.credits()).held === 0);
  const { available, held } = await client.credits();
  violations.expectEqual('credits available', available, CREDITS - charged);
  violations.expectEqual('credits held', held, 0);

  const ids = (all: readonly string[]) => all.toSorted().join(' ');
  const stored = await client.tasks({ limit: 100 }).toArray();
  violations.expectEqual(
    'the tasks',
    ids(stored.map(({ task_id }) => task_id)),
    ids(tasks.map(({ taskId }) => taskId)),
  );
  const entries = await client.creditEntries({ limit: 100 }).toArray();
  const charges = (taskId: string | null) =>
    entries.filter(({ credits, task_id }) => task_id === taskId && credits < 0).map(({ credits }) => credits);
  for (const { file, taskId } of tasks) {
    violations.expectEqual(
      `charges of ${file.name} in the statement`,
      charges(taskId).join(),
      `-${file.charged}`,
    );
    const result = await (await client.download(taskId)).text();
    if (result !== file.result) violations.add(`${file.name}, ${taskId}: ${difference(result, file.result)}`);
  }
  violations.expectEqual('charges of single checks in the statement', charges(null).length, checks);
  const summed = entries.reduce((sum, { credits }) => sum + credits, 0);
  violations.expectEqual('the sum of the statement', summed, CREDITS - charged);
}

/** How often each number of a file has to be asked about: once for each task. */
function timesAsked({ tasks }: Load): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { file } of tasks)
    for (const number of file.asked) times.set(number, (times.get(number) ?? 0) + 1);
  return times;
}

function difference(found: string, expected: string): string {
  const [lines, expectedLines] = [found.split('\n'), expected.split('\n')];
  const at = expectedLines.findIndex((line, place) => line !== lines[place]);
  return `line ${at} is ${JSON.stringify(lines[at])}, expected ${JSON.stringify(expectedLines[at])}`;
}

async function dropSchema(schema: string): Promise<void> {
  const client = new pg.Client({ connectionString: POSTGRES_URL });
  await client.connect();
  await client.query(`drop schema if exists "${schema}" cascade`);
  await client.end();
}
