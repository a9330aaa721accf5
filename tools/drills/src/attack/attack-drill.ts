import { setTimeout as delay } from 'node:timers/promises';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';
import { checkLedger, Violations, within } from '../judge.js';
import type { Attack, Attackers, Tally } from './attack.js';
import { ATTACKS } from './attacks.js';
import { copyOf, endTasks, leftBehind, makeStage, type Stage, startAttack } from './stage.js';
import { openFiles, percentile, residentMb, Victim } from './victim.js';

export interface AttackDrillOptions {
  /** Only attacks whose names contain this text. */
  readonly only: string;
  readonly seed: number;
  /** How long each attack lasts, unless it ends by itself. */
  readonly attackMs: number;
  /** The share of the attacks' full size, up to 1. */
  readonly share: number;
  readonly print: (line: string) => void;
}

/** The limit for the p99 of the server's work while a check waits. */
const MAX_P99_MS = 100;
/**
 * The longest that the event loop may work between the request of a single check and its reply. Hundreds of connections that send their
 * first requests together take about as long, since node:http parses all of these requests before anything else runs.
 */
const MAX_STALL_MS = 400;
/** How much more memory the server may have after the attack than before it, and the memory of a process by `docs/operating.md`. */
const MAX_LEFT_MB = 150;
const MAX_MEMORY_MB = 512;
/** Files that a process opens at their first use. */
const FIRST_USES = 3;
const WARM_CHECKS = 300;
const STOPS_AFTER_MS = 1_500;
const ENDS_WITHIN_MS = 300_000;
const SETTLED_WITHIN_MS = 120_000;
/** Longer than any attack: a draft has to be discarded by the upload that began it, and not when its lease ends. */
const SETTINGS = { DIALPROOF_LEASE_MS: '3600000' };

/** Runs every attack on a real server of its own. Resolves to the violations. */
export async function runAttackDrill(options: AttackDrillOptions): Promise<readonly string[]> {
  const all: string[] = [];
  const original = await makeStage(options.share);
  try {
    for (const each of ATTACKS.filter(({ name }) => name.includes(options.only))) {
      const violations = new Violations();
      const stage = copyOf(original, { ...SETTINGS, ...each.settings });
      const attackers: Attackers[] = [];
      const start = async () => {
        const started = await startAttack(stage, each.name, options);
        attackers.push(started);
        return started;
      };
      // A failure of one attack does not end the others.
      const seen = await attack(stage, each, start, options.attackMs, violations)
        .catch((error: unknown) => violations.add(`it was broken off: ${error}`))
        .finally(async () => {
          // Their connection to this process would keep it alive.
          for (const started of attackers) started.kill();
          await stage.server.remove();
        });
      options.print(`${each.name}: ${seen ?? ''}`);
      for (const violation of violations.all) options.print(`VIOLATION ${violation}`);
      all.push(...violations.all);
    }
  } finally {
    await original.server.remove();
  }
  return all;
}

/** Attacks a server for a while. Then attacks it again, and stops it meanwhile. Resolves to the observations. */
async function attack(
  stage: Stage,
  { endsByItself = false }: Attack,
  start: () => Promise<Attackers>,
  attackMs: number,
  violations: Violations,
): Promise<string> {
  const { server } = stage;
  await server.start();
  await warmUp(stage);
  const before = { memory: residentMb(server.pid), files: openFiles(server.pid) };
  const victim = new Victim(server, stage.victim);
  const attackers = await start();
  // The timer of an attack that ends earlier must not keep the drill from ending.
  if (endsByItself) await Promise.race([delay(ENDS_WITHIN_MS, undefined, { ref: false }), attackers.ended]);
  else await delay(attackMs);
  server.assertRuns();
  const tally = await attackers.stop();
  await victim.stop();
  judgeReplies(tally, victim, violations);

  await endTasks(stage);
  server.assertRuns();
  const mayBeOpen = before.files + FIRST_USES;
  let [left, open] = ['', 0];
  // At one moment there must be neither leftovers nor open connections. The server still reads the uploads whose clients have gone, a few at
  // a time, and each of them is a draft until it is read to its end.
  await within(SETTLED_WITHIN_MS, () => {
    [left, open] = [leftBehind(server), openFiles(server.pid)];
    return left === '' && open <= mayBeOpen;
  });
  const leftMb = residentMb(server.pid) - before.memory;
  const [p99, longest] = [percentile(victim.work, 0.99), percentile(victim.work, 1)];
  const limit = (what: string, found: number, most: number) => {
    if (found > most) violations.add(`${what}: ${found.toFixed(0)}, expected at most ${most}`);
  };
  if (left !== '') violations.add(`it left ${left}`);
  limit('files and connections that are open afterwards', open, mayBeOpen);
  limit('MB of memory that are left taken', leftMb, MAX_LEFT_MB);
  limit('MB of memory', victim.peakMb, MAX_MEMORY_MB);
  limit('ms of work while a check waits (p99)', p99, MAX_P99_MS);
  limit('ms of work while a check waits', longest, MAX_STALL_MS);

  const again = await start();
  await delay(STOPS_AFTER_MS);
  violations.expectEqual('SIGTERM in the middle of it', await server.stop(), 'exit code 0');
  await again.stop();
  await checkStopped(stage, violations);
  return (
    `${countsLine(tally)}; work during a check: p99 ${p99.toFixed(1)}, longest ${longest.toFixed(1)} ms; ` +
    `memory +${(victim.peakMb - before.memory).toFixed(0)}, then +${leftMb.toFixed(0)} MB`
  );
}

async function checkStopped({ server }: Stage, violations: Violations): Promise<void> {
  // Listed first, since opening the database makes files beside it.
  for (const left of [...server.leftFiles, leftBehind(server)]) {
    if (left !== '') violations.add(`the stopped server left ${left}`);
  }
  for (const line of server.loggedErrors) violations.add(`logged: ${line.slice(0, 500)}`);
  const database = await openSqliteDatabase({ file: server.databaseFile });
  // The lasting task is not ended.
  await checkLedger(database, violations, { mayHold: true });
  await database.close();
}

function judgeReplies(tally: Tally, { statuses }: Victim, violations: Violations): void {
  for (const violation of tally.violations) violations.add(violation);
  for (const [name, count] of Object.entries(tally.counts)) {
    if (/^5/.test(name) && name !== '501' && name !== '503') violations.add(`${count} replies were ${name}`);
  }
  for (const [status, count] of statuses) {
    if (status !== 200)
      violations.add(`${count} checks of the other account were ${status || 'not answered'}`);
  }
  if (statuses.size === 0) throw new Error('no check of the other account was answered');
}

/** Makes the requests that are measured later, since the first ones of a server take many times as long. */
async function warmUp({ attacker, doneTaskId, server, victim }: Stage): Promise<void> {
  const client = server.client(victim);
  for (let check = 0; check < WARM_CHECKS; check += 10) {
    await Promise.all(Array.from({ length: 10 }, () => client.verify('+14155550188')));
  }
  const own = server.client(attacker);
  await own.tasks({ limit: 100 }).page();
  await (await own.download(doneTaskId)).text();
}

function countsLine({ counts }: Tally): string {
  const sorted = Object.entries(counts).sort(([, one], [, other]) => other - one);
  return sorted.map(([name, count]) => `${count} ${name}`).join(', ') || 'no replies';
}
