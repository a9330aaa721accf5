import { existsSync, readFileSync } from 'node:fs';
import { createSeededRandom, type SeededRandom } from '@dialproof/generate';
import { DrillFailure } from '../../drill-failure.js';
import { type DrillAccount, openAccount } from '../../server/drill-account.js';
import { type DrillFolder, makeDrillFolder } from '../../server/drill-folder.js';
import { Violations } from '../../violations.js';
import { type Allowed, ReplyJudge } from '../load/reply-judge.js';
import { TaskLoad } from '../load/task-load.js';
import type { PhaseReport } from '../phase.js';
import { DrillDatabase } from './drill-database.js';
import { Fleet, type FleetOptions } from './fleet.js';

/** Servers and workers over their own schema, with the load on them. */
export interface Stage {
  readonly folder: DrillFolder;
  readonly database: DrillDatabase;
  readonly fleet: Fleet;
  /** The accounts that send files. */
  readonly accounts: readonly DrillAccount[];
  /** The account for everything else. */
  readonly other: DrillAccount;
  readonly random: SeededRandom;
  readonly judge: ReplyJudge;
  readonly load: TaskLoad;
  readonly violations: Violations;
  /** Observations, in sentences. */
  readonly seen: string[];
}

export interface StageOptions
  extends Pick<FleetOptions, 'servers' | 'workers' | 'settings' | 'settingsOfWorker' | 'programs'> {
  readonly databaseUrl: string;
  readonly accounts: number;
  /** The credits of the other account. */
  readonly otherCredits?: number;
  readonly allowed: Allowed;
  readonly seed: number;
}

const CREDITS = 1_000_000;

/** Settings of every machine: checks are slow, so that they are under way when something happens, and leases end soon. */
const SETTINGS = {
  DIALPROOF_SANDBOX_DELAY_MS: '25',
  DIALPROOF_CHECK_CONCURRENCY: '50',
  DIALPROOF_LEASE_MS: '5000',
  DIALPROOF_LOG_LEVEL: 'warn',
  DIALPROOF_METRICS: 'on',
};

/** Opens a stage, runs a phase on it, and removes it. A failure that ends the phase is a violation. */
export async function onStage(
  options: StageOptions,
  play: (stage: Stage) => Promise<void>,
): Promise<PhaseReport> {
  const folder = makeDrillFolder();
  const database = new DrillDatabase(options.databaseUrl);
  const violations = new Violations();
  const seen: string[] = [];
  let fleet: Fleet | undefined;
  try {
    // The first machine that starts makes the tables. It may be of another release.
    const settings = { ...fleetSettings(database), ...options.settings };
    fleet = await Fleet.make({ ...options, folder, settings });
    const random = createSeededRandom(options.seed);
    const judge = new ReplyJudge(violations, options.allowed);
    await fleet.start();
    const open = opener(options, fleet, database);
    const accounts: DrillAccount[] = [];
    while (accounts.length < options.accounts) accounts.push(await open(CREDITS));
    const other = await open(options.otherCredits ?? CREDITS);
    const load = new TaskLoad({ fleet, accounts, judge, violations, random });
    await play({ folder, database, fleet, accounts, other, random, judge, load, violations, seen });
    seen.push(`replies: ${judge.line}; the longest took ${Math.round(judge.longestMs)} ms`);
  } catch (error) {
    if (!(error instanceof DrillFailure)) throw error;
    violations.add(`${error.message}; the log ends with ${lastLines(folder.logFile)}`);
  } finally {
    await fleet?.end();
    await database.drop().catch(() => undefined);
    folder.remove();
  }
  return { seen, violations: violations.all };
}

function lastLines(file: string): string {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return lines.slice(-3).join(' | ');
}

/** Opens accounts with this release, or with the command of another one, since this one would bring its tables up to date. */
function opener(
  { programs }: StageOptions,
  fleet: Fleet,
  database: DrillDatabase,
): (credits: number) => Promise<DrillAccount> {
  const [server] = fleet.servers;
  if (programs === undefined) return (credits) => database.openAccount(credits);
  if (server === undefined)
    throw new TypeError('there is no server whose settings an account is opened with');
  return (credits) => openAccount(server.process.environment, credits, programs.account);
}

/** The settings of every machine over a database. */
export function fleetSettings(database: DrillDatabase): NodeJS.ProcessEnv {
  return { ...SETTINGS, DATABASE_URL: database.url, DIALPROOF_DATABASE_SCHEMA: database.schema };
}
