import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, renameSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Violations, within } from '../harness/drill.js';
import { makeDrillFolder } from '../harness/drill-folder.js';
import { checkLedger } from '../model/check-end.js';
import type { AttackDrillOptions } from './attack.js';
import { checkLeftovers, closeStage, endTasks, openCopy, type Stage, startAttack } from './stage.js';
import { Victim } from './victim.js';

/** A fault of a server's disk. */
export interface Fault {
  readonly name: string;
  /** Resolves to the violations. */
  strike(original: Stage, options: AttackDrillOptions, violations: Violations): Promise<string>;
}

/** How a fault begins and ends. */
interface Switch {
  begin(): void;
  end(): void;
}

/** The load during a fault: files write more than anything else. */
const LOAD = 'files of 100,000 rows';
const DISK_MB = 192;
const WELL_AGAIN_WITHIN_MS = 30_000;
const CALM_MS = 1_000;

export const FAULTS: readonly Fault[] = [
  {
    name: 'the data folder is lost',
    async strike(original, options, violations) {
      const stage = await openCopy(original);
      const { data } = stage.folder;
      const [begin, end] = [() => renameSync(data, `${data}-away`), () => renameSync(`${data}-away`, data)];
      return await play(stage, options, violations, { begin, end });
    },
  },
  {
    name: 'the disk is full',
    async strike(original, options, violations) {
      const disk = mkdtempSync(join(tmpdir(), 'dialproof-drill-disk-'));
      try {
        // It needs the right to mount, as root has it outside of containers.
        execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=700`, 'drill', disk], {
          stdio: 'pipe',
        });
      } catch (error) {
        rmdirSync(disk);
        return `SKIPPED, no small disk can be mounted: ${error}`;
      }
      try {
        const stage = await openCopy(original, {}, makeDrillFolder(disk));
        const filler = join(disk, 'filler');
        const [begin, end] = [() => fill(filler), () => rmSync(filler)];
        return await play(stage, options, violations, { begin, end });
      } finally {
        execFileSync('umount', [disk], { stdio: 'pipe' });
        rmdirSync(disk);
      }
    },
  },
];

/** A fault comes and goes, comes again, and lasts while SIGTERM comes. Then the server is started again, and everything has to add up. */
async function play(
  stage: Stage,
  options: AttackDrillOptions,
  violations: Violations,
  { begin, end }: Switch,
): Promise<string> {
  const { folder, server, victim: account } = stage;
  const load = async () => {
    const attackers = await startAttack(stage, LOAD, options);
    const victim = new Victim(server, account.token);
    victim.start();
    await delay(CALM_MS);
    return async () => {
      const { counts } = await attackers.stop();
      await victim.stop();
      for (const [status, count] of [...Object.entries(counts), ...victim.statuses]) {
        if (Number(status) >= 500 && Number(status) !== 503)
          violations.add(`${count} replies were ${status}`);
      }
      return [...victim.statuses].map(([status, count]) => `${count} ${status || 'unanswered'}`).join(', ');
    };
  };
  const expectReadiness = async (when: string, expected: number) => {
    const isReached = async () => (await server.readiness()) === expected;
    if (!(await within(WELL_AGAIN_WITHIN_MS, isReached)))
      violations.add(`${when}, /readyz is not ${expected}`);
  };
  try {
    const unload = await load();
    begin();
    await delay(options.attackMs);
    await expectReadiness('meanwhile', 503);
    const seen = await unload();
    end();
    await expectReadiness('afterwards', 200);
    // The call rejects if it gets no answer.
    await server.client(account.token).verify('+14155550188');

    const unloadAgain = await load();
    begin();
    await delay(CALM_MS);
    violations.expectEqual('SIGTERM meanwhile', (await server.stop()).how, 'exit code 0');
    await unloadAgain();
    end();
    server.start();
    await server.ready();
    await endTasks(stage);
    violations.expectEqual('SIGTERM in the end', (await server.stop()).how, 'exit code 0');
    checkLeftovers(folder, violations);
    await checkLedger(server, violations);
    return `checks: ${seen}`;
  } finally {
    await closeStage(stage);
  }
}

/** Writes until the disk is full. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let bytes = 2 ** 20; bytes >= 512; ) {
      try {
        if (writeSync(file, Buffer.alloc(bytes)) < bytes) bytes /= 2;
      } catch (error) {
        if (Reflect.get(Object(error), 'code') !== 'ENOSPC') throw error;
        bytes /= 2;
      }
    }
  } finally {
    closeSync(file);
  }
}
