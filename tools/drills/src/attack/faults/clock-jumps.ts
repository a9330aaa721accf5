import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeDrillFolder } from '../../server/drill-folder.js';
import { FAKE_TIME_MISSING, fakeTimeLibrary } from '../../server/fake-time.js';
import { closeStage, openStage } from '../stage.js';
import type { Fault, FaultOptions, FaultReport } from './fault.js';
import { LoadedStage } from './loaded-stage.js';

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
/** The jumps of the clock, in seconds from the machine's time. */
const JUMPS_S = [HOUR_S, -HOUR_S, DAY_S, -DAY_S, 0];
/** libfaketime reads its file again after a second. */
const SEEN_AFTER_MS = 1_500;

/** The machine's clock jumps, as when it is set. The monotonic clock does not jump. */
export const CLOCK_JUMPS: Fault = {
  name: 'the clock jumps',
  async run(options) {
    const library = fakeTimeLibrary();
    if (library === undefined) return { skipped: FAKE_TIME_MISSING };
    const folder = makeDrillFolder();
    const clock = join(folder.path, 'clock');
    setClock(clock, 0);
    const settings = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_CACHE_DURATION: '1',
    };
    const stage = await openStage({ folder, settings });
    try {
      return await jump(new LoadedStage(stage, options.share), clock, options);
    } finally {
      await closeStage(stage);
    }
  },
};

async function jump(loaded: LoadedStage, clock: string, { times }: FaultOptions): Promise<FaultReport> {
  const { client } = loaded.stage;
  await loaded.load();
  const began = performance.now();
  await delay(times.calmMs);
  for (const seconds of JUMPS_S) {
    setClock(clock, seconds);
    await delay(SEEN_AFTER_MS + times.attackMs / JUMPS_S.length);
    const found = Math.round((await client.serverTime()) - Date.now()) / 1_000;
    if (Math.abs(found - seconds) > HOUR_S / 2) {
      loaded.violations.add(`the clock of the server is ${found} s from the machine's, expected ${seconds}`);
    }
  }
  loaded.noteChecks('while the clock jumps', began, [200]);
  await loaded.expectReadiness('after the jumps', 200);
  await loaded.unload('while the clock jumps');

  await loaded.load();
  await delay(times.calmMs);
  setClock(clock, -DAY_S);
  await delay(SEEN_AFTER_MS);
  await loaded.stop('a day back');
  await loaded.unload('a day back, stopped');
  setClock(clock, 0);
  await loaded.settle();
  return loaded.report;
}

function setClock(file: string, seconds: number): void {
  writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}\n`);
}
