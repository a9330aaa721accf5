import { setTimeout as delay } from 'node:timers/promises';
import { DrillFailure, Violations, within } from '../harness/drill.js';
import { loggedErrors } from '../harness/drill-folder.js';
import { openFiles, residentMb } from '../harness/process-figures.js';
import { checkLedger } from '../model/check-end.js';
import type { Attack, AttackDrillOptions, Tally } from './attack.js';
import { ATTACKS } from './attacks.js';
import { FAULTS } from './faults.js';
import {
  checkLeftovers,
  closeStage,
  endTasks,
  leftBehind,
  makeStage,
  openCopy,
  type Stage,
  startAttack,
} from './stage.js';
import { percentile, Victim } from './victim.js';

/** The limit for the p99 of the server's work while a check waits. */
const MAX_P99_MS = 100;
/** How much more memory the server may have after the attack than before it, and the memory of a process by `docs/operating.md`. */
const MAX_LEFT_MB = 150;
const MAX_MEMORY_MB = 512;
/** Files that a process opens at their first use. */
const FIRST_USES = 3;
const WARM_CHECKS = 300;
const STOPS_AFTER_MS = 1_500;
const ENDS_WITHIN_MS = 300_000;
/**
 * The longest that the event loop may work between the request of a single check and its reply. Hundreds of connections that send their
 * first requests together take about as long, since node:http parses all of these requests before anything else runs.
 */
const MAX_STALL_MS = 400;
const SETTLED_WITHIN_MS = 120_000;
/** Longer than any attack: a draft has to be discarded by the upload that began it, and not when its lease ends. */
const SETTINGS = { DIALPROOF_LEASE_MS: '3600000' };

/** Runs every attack on real servers, and takes their disk and folder away. Resolves to the violations. */
export async function runAttackDrill(options: AttackDrillOptions): Promise<readonly string[]> {
  const isMeant = ({ name }: { readonly name: string }) => options.only.some((text) => name.includes(text));
  const all: string[] = [];
  const stage = await makeStage(options.share);
  try {
    for (const each of [...ATTACKS, ...FAULTS].filter(isMeant)) {
      const violations = new Violations();
      const attempt =
        'run' in each ? attack(stage, each, options, violations) : each.strike(stage, options, violations);
      // A failure of one attack does not end the others.
      const seen = await attempt.catch((error: unknown) => violations.add(`it was broken off: ${error}`));
      options.print(`${each.name}: ${seen ?? ''}`);
      for (const violation of violations.all) options.print(`VIOLATION ${violation}`);
      all.push(...violations.all);
    }
  } finally {
    await closeStage(stage);
  }
  return all;
}

/** Attacks a server for a while. Then attacks it again, and stops it meanwhile. Resolves to the observations. */
async function attack(
  original: Stage,
  { endsByItself = false, name, settings }: Attack,
  options: AttackDrillOptions,
  violations: Violations,
): Promise<string> {
  const stage = await openCopy(original, { ...SETTINGS, ...settings });
  const { folder, server, victim: account } = stage;
  try {
    await warmUp(stage);
    const before = { memory: residentMb(server.pid), files: openFiles(server.pid) };
    const victim = new Victim(server, account.token);
    victim.start();
    const attackers = await startAttack(stage, name, options);
    // The timer of an attack that ends earlier must not keep the drill from ending.
    if (endsByItself) await Promise.race([delay(ENDS_WITHIN_MS, undefined, { ref: false }), attackers.ended]);
    else await delay(options.attackMs);
    server.assertRuns();
    const tally = await attackers.stop();
    await victim.stop();
    judgeReplies(tally, victim, violations);

    await endTasks(stage);
    server.assertRuns();
    const mayBeOpen = before.files + FIRST_USES;
    let [left, open] = ['', 0];
    // Leftovers and connections have to be clear at the same moment. The server goes on reading uploads whose clients have gone, a few at a
    // time, and each has a draft until it is read.
    await within(SETTLED_WITHIN_MS, () => {
      [left, open] = [leftBehind(folder), openFiles(server.pid)];
      return left === '' && open <= mayBeOpen;
    });
    const leftMb = residentMb(server.pid) - before.memory;
    if (left !== '') violations.add(`it left ${left}`);
    if (open > mayBeOpen) violations.add(`it left ${open - before.files} files or connections open`);
    if (leftMb > MAX_LEFT_MB)
      violations.add(`it left ${Math.round(leftMb)} MB of memory taken, not ${MAX_LEFT_MB}`);
    if (victim.peakMb > MAX_MEMORY_MB)
      violations.add(`the server had ${Math.round(victim.peakMb)} MB of memory`);
    const [p99, longest] = [percentile(victim.work, 0.99), percentile(victim.work, 1)];
    if (p99 > MAX_P99_MS)
      violations.add(`the server worked ${Math.round(p99)} ms while a check waited (p99)`);
    if (longest > MAX_STALL_MS)
      violations.add(`the server worked ${Math.round(longest)} ms while a check waited`);

    const again = await startAttack(stage, name, options);
    await delay(STOPS_AFTER_MS);
    const { how, ms } = await server.stop();
    violations.expectEqual('SIGTERM in the middle of it', how, 'exit code 0');
    await again.stop();
    checkLeftovers(folder, violations);
    // The lasting task is not ended.
    await checkLedger(server, violations, { mayHold: true });
    for (const line of loggedErrors(folder)) violations.add(`logged: ${line.slice(0, 500)}`);
    return (
      `${countsLine(tally)}; work during a check: p99 ${p99.toFixed(1)}, longest ${longest.toFixed(1)} ms; ` +
      `memory +${Math.round(victim.peakMb - before.memory)}, then +${Math.round(leftMb)} MB; SIGTERM ${ms} ms`
    );
  } finally {
    await closeStage(stage);
  }
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
  if (statuses.size === 0) throw new DrillFailure('no check of the other account was answered');
}

/** Makes the requests that are measured later, since the first ones of a server take many times as long. */
async function warmUp({ attacker, doneTaskId, server, victim }: Stage): Promise<void> {
  const client = server.client(victim.token);
  for (let check = 0; check < WARM_CHECKS; check += 10) {
    await Promise.all(Array.from({ length: 10 }, () => client.verify('+14155550188')));
  }
  const own = server.client(attacker.token);
  await own.tasks({ limit: 100 }).page();
  await (await own.download(doneTaskId)).text();
}

function countsLine({ counts }: Tally): string {
  const sorted = Object.entries(counts).sort(([, one], [, other]) => other - one);
  return sorted.map(([name, count]) => `${count} ${name}`).join(', ') || 'no replies';
}
