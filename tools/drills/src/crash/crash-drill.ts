import { createSeededRandom } from '@dialproof/generate';
import { DrillFailure } from '../drill-failure.js';
import { ApiClient } from '../server/api-client.js';
import { openAccount } from '../server/drill-account.js';
import { type DrillFolder, makeDrillFolder } from '../server/drill-folder.js';
import { DrilledServer, slowChecks } from '../server/drilled-server.js';
import { freePort } from '../server/free-port.js';
import { assertServerIsBuilt } from '../server/server-files.js';
import { Violations } from '../violations.js';
import type { DrillState } from './drill-state.js';
import type { DrillReport } from './figures.js';
import { type FinalFigures, runFinalChecks } from './final-checks.js';
import type { KillPhase } from './kill-plan.js';
import { type RoundFigures, runRound } from './round.js';
import { SingleChecks } from './single-checks.js';

export interface CrashDrillOptions {
  readonly rounds: number;
  /** The phases of the rounds, repeated in this order: at least one. */
  readonly phases: readonly KillPhase[];
  /** The same seed gives the same files and the same plan of kills. Their exact moment depends on the machine. */
  readonly seed: number;
  readonly rowsPerFile: { readonly min: number; readonly max: number };
  /** Whether to keep the folder with the server's data and log. */
  readonly keep: boolean;
  /** Gets the figures of each round; `onFolder` gets the path of the data. */
  readonly onRound?: (figures: RoundFigures) => void;
  readonly onFolder?: (path: string) => void;
}

const CREDITS = 1_000_000;
const SETTINGS = slowChecks({ checkMs: 25, checkConcurrency: 50 });

/**
 * Kills the example server again and again while files are under way, and checks that nothing is lost and nothing is charged twice.
 * Resolves to the report. It always ends every process that it started.
 */
export async function runCrashDrill(options: CrashDrillOptions): Promise<DrillReport> {
  assertServerIsBuilt();
  const folder = makeDrillFolder();
  options.onFolder?.(folder.path);
  const port = await freePort();
  const server = new DrilledServer({ port, folder, settings: SETTINGS });
  try {
    const state = await begin(options, folder, server, new ApiClient(port));
    const rounds: RoundFigures[] = [];
    const final = await runAll(options, state, rounds);
    return {
      rounds,
      kills: server.kills,
      tasks: state.tasks.length,
      rows: state.tasks.reduce((sum, { file }) => sum + file.statuses.length, 0),
      numbers: state.tasks.reduce((sum, { file }) => sum + file.charged, 0),
      final,
      violations: state.violations.all,
    };
  } finally {
    await server.end();
    if (!options.keep) folder.remove();
  }
}

/** Makes one account before the first start, when there is no database yet, and one while the server runs. */
async function begin(
  { rowsPerFile, seed }: CrashDrillOptions,
  folder: DrillFolder,
  server: DrilledServer,
  client: ApiClient,
): Promise<DrillState> {
  const first = await openAccount(server.environment, CREDITS);
  server.start();
  await server.ready();
  const second = await openAccount(server.environment, CREDITS);
  const violations = new Violations();
  return {
    random: createSeededRandom(seed),
    server,
    client,
    folder,
    violations,
    accounts: [first, second],
    rowsPerFile,
    singles: new SingleChecks(client, second, violations),
    tasks: [],
    unanswered: [],
  };
}

async function runAll(
  options: CrashDrillOptions,
  state: DrillState,
  rounds: RoundFigures[],
): Promise<FinalFigures | undefined> {
  try {
    for (let round = 1; round <= options.rounds; round += 1) {
      const phase = options.phases[(round - 1) % options.phases.length];
      if (phase === undefined) throw new RangeError('a drill needs at least one phase');
      const figures = await runRound(state, round, phase);
      rounds.push(figures);
      options.onRound?.(figures);
    }
    return await runFinalChecks(state);
  } catch (error) {
    if (!(error instanceof DrillFailure)) throw error;
    state.violations.add(error.message);
    return undefined;
  }
}
