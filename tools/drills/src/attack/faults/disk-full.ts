import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeDrillFolder } from '../../server/drill-folder.js';
import { closeStage, openStage } from '../stage.js';
import type { Fault, FaultOptions, FaultReport } from './fault.js';
import { LoadedStage } from './loaded-stage.js';

const DISK_MB = 192;

/** The data folder is on a small disk, which another program fills completely. */
export const DISK_FULL: Fault = {
  name: 'the disk is full',
  async run(options) {
    const disk = mkdtempSync(join(tmpdir(), 'dialproof-drill-disk-'));
    const refusal = mountSmallDisk(disk);
    try {
      if (refusal !== undefined) return { skipped: refusal };
      const databaseFile = join(disk, 'dialproof.sqlite');
      const stage = await openStage({ folder: { ...makeDrillFolder(), data: disk, databaseFile } });
      try {
        return await fillDisk(new LoadedStage(stage, options.share), options);
      } finally {
        await closeStage(stage);
      }
    } finally {
      if (refusal === undefined) execFileSync('umount', [disk], { stdio: 'pipe' });
      rmdirSync(disk);
    }
  },
};

async function fillDisk(loaded: LoadedStage, { times }: FaultOptions): Promise<FaultReport> {
  const { folder } = loaded.stage;
  const filler = join(folder.data, 'filler');
  await loaded.load();
  await delay(times.calmMs);
  fill(filler);
  const full = performance.now();
  await delay(times.attackMs);
  loaded.noteChecks('full', full, [200, 503]);
  await loaded.expectReadiness('full', 503);
  await loaded.unload('full');
  rmSync(filler);
  await loaded.expectReadiness('with room again', 200);

  await loaded.load();
  const withRoom = performance.now();
  await delay(times.calmMs);
  loaded.noteChecks('with room again', withRoom, [200]);
  fill(filler);
  await delay(times.stopAfterMs);
  await loaded.stop('full');
  await loaded.unload('full, stopped');
  rmSync(filler);
  await loaded.settle();
  return loaded.report;
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

/** Undefined, or the reason why it cannot be mounted here. */
function mountSmallDisk(path: string): string | undefined {
  const args = ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=700`, 'dialproof-drill', path];
  try {
    execFileSync('mount', args, { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    const reason = String(Reflect.get(Object(error), 'stderr') ?? error).trim();
    return `a small disk cannot be had here: ${reason}`;
  }
}
