import { readAudit } from '../../server/ledger-audit.js';
import type { PacedChecks } from '../../server/paced-checks.js';
import { Violations } from '../../violations.js';
import { Attackers } from '../attackers/attackers.js';
import { leftBehind, leftByStopped, namesOf } from '../left-behind.js';
import { endTasks, makeDoneTask, makeTarget, type Stage, victimChecks, within } from '../stage.js';
import type { FaultReport } from './fault.js';

/** The load during a fault: files write more than anything else. */
const LOAD = 'files of 100,000 rows, side by side';
const WELL_AGAIN_WITHIN_MS = 30_000;

/** A stage with checks of the victim and files of the attacker, and the observations of it. */
export class LoadedStage {
  readonly violations = new Violations();
  readonly seen: string[] = [];
  readonly stage: Stage;
  readonly checks: PacedChecks;
  readonly #share: number;
  #doneTaskId = '';
  #attackers: Attackers | undefined;

  constructor(stage: Stage, share: number) {
    this.stage = stage;
    this.#share = share;
    this.checks = victimChecks(stage);
  }

  get report(): FaultReport {
    return { seen: this.seen, violations: this.violations.all };
  }

  /** Begins the checks and the files. */
  async load(): Promise<void> {
    if (this.#doneTaskId === '') this.#doneTaskId = await makeDoneTask(this.stage, this.#share);
    const target = await makeTarget(this.stage, this.#doneTaskId);
    this.#attackers = await Attackers.start({ name: LOAD, share: this.#share, target });
    this.checks.start();
  }

  /** Ends the load, and notes the replies to the files. */
  async unload(when: string): Promise<void> {
    const replies = (await this.#attackers?.stop()) ?? {};
    await this.checks.stop();
    this.seen.push(`files, ${when}: ${countsLine(Object.entries(replies))}`);
    for (const [name, count] of Object.entries(replies)) {
      if (/^5(?!03|01)\d\d$/.test(name))
        this.violations.add(`${when}: ${count} replies to files were ${name}`);
    }
  }

  /** Records the victim's checks that were sent since `from`, and the statuses among them that are not allowed. */
  noteChecks(when: string, from: number, allowed: readonly number[]): void {
    const statuses = this.checks.statuses(from);
    this.seen.push(`checks, ${when}: ${countsLine(statuses)}`);
    for (const [status, count] of statuses) {
      if (!allowed.includes(status)) this.violations.add(`${when}: ${count} checks were ${status}`);
    }
  }

  /** Expects the server to reach this readiness soon. */
  async expectReadiness(when: string, expected: number): Promise<void> {
    let found = 0;
    await within(WELL_AGAIN_WITHIN_MS, async () => {
      found = await this.stage.client.readiness();
      return found === expected;
    });
    this.violations.expectEqual(`${when}: the status of /readyz`, found, expected);
  }

  /** Stops the server in its present state, and notes how it ended. */
  async stop(when: string): Promise<void> {
    const began = performance.now();
    const how = await this.stage.server.stop();
    this.seen.push(`SIGTERM, ${when}: ${how} after ${Math.round(performance.now() - began)} ms`);
    this.violations.expectEqual(`SIGTERM, ${when}`, how, 'exit code 0');
  }

  /** Starts the server again, ends its tasks, stops it, and checks that everything adds up. */
  async settle(): Promise<void> {
    const { folder, server, victim, client } = this.stage;
    server.start();
    await server.ready();
    await endTasks(this.stage);
    await within(WELL_AGAIN_WITHIN_MS, () => namesOf(leftBehind(folder)) === '');
    const { body } = await client.credits(victim.token);
    await this.stop('in the end');
    const answered = this.checks.statuses().get(200) ?? 0;
    const sent = this.checks.latencies().length;
    const charged = victim.credits - body.available;
    if (charged < answered || charged > sent) {
      this.violations.add(`${charged} checks were charged: ${answered} were answered, ${sent} sent`);
    }
    const left = leftByStopped(folder);
    if (left !== '') this.violations.add(`in the end there are ${left}`);
    const { addsUp, openHolds } = await readAudit(folder.databaseFile);
    if (!addsUp) this.violations.add('the ledger does not add up');
    this.violations.expectEqual('holds that are open in the end', openHolds, 0);
  }
}

/** Counts with their names, the most frequent first. */
export function countsLine(counts: Iterable<readonly [string | number, number]>): string {
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  return sorted.map(([name, count]) => `${name === 0 ? 'no answer' : name} ${count}`).join(', ') || 'none';
}
