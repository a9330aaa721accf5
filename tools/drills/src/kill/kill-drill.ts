import { setTimeout as delay } from 'node:timers/promises';
import { createSeededRandom, type SeededRandom } from '@dialproof/generate';
import { type Print, Violations } from '../harness/drill.js';
import { makeDrillFolder } from '../harness/drill-folder.js';
import { Server } from '../harness/server.js';
import { checkEnd, checkLedger, checkStop } from '../model/check-end.js';
import { type DrillFile, makeDrillFile } from '../model/drill-file.js';
import { Load } from '../model/load.js';
import { type LostAnswers, Upstream } from '../model/upstream.js';

export interface KillDrillOptions {
  readonly kills: number;
  /** Another seed gives other files and other moments. */
  readonly seed: number;
  /** The rows of the largest file. */
  readonly rows: number;
  /** See {@link Upstream.start}. */
  readonly unrecordedMs: number;
  readonly print: Print;
}

const CREDITS = 10_000_000;
const CHECK_MS = 25;
const CONCURRENCY = 50;
const CHECK_EVERY_MS = 40;
const ENDED_WITHIN_MS = 240_000;
/** The approximate times of a start, and of taking a file. */
const START_MS = 700;
const TAKEN_MS = 60;

/**
 * Kills a server over SQLite in random moments, while it takes files in, works on them and checks single numbers, and starts it again.
 * Resolves to the violations.
 */
export async function runKillDrill(options: KillDrillOptions): Promise<readonly string[]> {
  const { kills, print, rows, seed, unrecordedMs } = options;
  const folder = makeDrillFolder();
  const upstream = await Upstream.start(CHECK_MS, unrecordedMs);
  const settings = {
    ...upstream.settings(folder, 'server'),
    DIALPROOF_CHECK_CONCURRENCY: String(CONCURRENCY),
    DIALPROOF_RATES: 'off',
  };
  const server = await Server.make({ folder, settings });
  const random = createSeededRandom(seed);
  const violations = new Violations();
  const load = new Load({ servers: [server], random, violations, allowed: { cuts: true } });
  try {
    // All is of one account: calls of one account do not wait for the record of another's answers.
    const account = await server.openAccount(CREDITS);
    const rounds = await makeRounds(kills, rows, random);
    server.start();
    await server.ready();
    load.startChecks(account, CHECK_EVERY_MS);
    const sent: Promise<unknown>[] = [];
    for (const [place, files] of rounds.entries()) {
      const sending = Promise.all(files.map((file) => load.send(account, file)));
      sending.catch(() => undefined);
      sent.push(sending);
      // An upload that a kill has broken off can be repeated after half a minute, so that most kills hit what follows.
      const isEarly = random.chance(0.25);
      if (!isEarly) await sending;
      const afterMs = isEarly ? random.below(TAKEN_MS) : random.fraction() * checkingMs(files);
      await delay(afterMs);
      const { answered, underWay } = await killServer(server, upstream);
      server.start();
      if (random.chance(0.2)) {
        await delay(random.below(START_MS));
        await killServer(server, upstream);
        server.start();
      }
      await server.ready();
      print(
        `kill ${place + 1} of ${kills}, ${Math.round(afterMs)} ms after ${files.length} files were ${isEarly ? 'sent' : 'taken'}: ` +
          `${answered} answers before, ${underWay} calls under way`,
      );
      if (random.chance(0.5)) await load.untilEnded(ENDED_WITHIN_MS);
    }
    await Promise.all(sent);
    await load.untilEnded(ENDED_WITHIN_MS);
    await load.stop();
    await checkEnd({ load, accounts: [account], upstream, violations });
    await checkStop([server], folder, violations);
    await checkLedger(server, violations);
    print(`${load.tasks.length} tasks with ${load.rows} rows and ${load.checked.length} single checks`);
    print(`${upstream.calls} calls of the upstream; replies: ${load.replies}`);
  } catch (error) {
    violations.addFailure(error);
  } finally {
    load.abandon();
    await server.end();
    upstream.close();
    folder.remove();
  }
  return violations.all;
}

/** Makes all files before: an upstream in a process that makes files would be late with its answers. */
async function makeRounds(kills: number, rows: number, random: SeededRandom): Promise<DrillFile[][]> {
  const rounds: DrillFile[][] = [];
  for (let kill = 1; kill <= kills; kill += 1) {
    const files: DrillFile[] = [];
    for (let place = random.below(3); place >= 0; place -= 1) {
      const name = `round-${kill}-${place}.${random.chance(0.3) ? 'xlsx' : 'csv'}`;
      files.push(await makeDrillFile(name, 100 + random.below(rows), random.below(1_000_000)));
    }
    rounds.push(files);
  }
  return rounds;
}

/** The least time that the checks of files take. */
function checkingMs(files: readonly DrillFile[]): number {
  return (files.reduce((sum, { asked }) => sum + asked.size, 0) * CHECK_MS) / CONCURRENCY;
}

async function killServer(server: Server, upstream: Upstream): Promise<LostAnswers> {
  const killedAt = performance.now();
  await server.kill();
  return upstream.noteKill('server', killedAt);
}
