import { renameSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { closeStage, openStage } from '../stage.js';
import type { Fault, FaultOptions, FaultReport } from './fault.js';
import { LoadedStage } from './loaded-stage.js';

/** The data folder is moved away and back, and then removed for good. */
export const LOST_FOLDER: Fault = {
  name: 'the data folder is lost',
  async run(options) {
    const stage = await openStage();
    try {
      return await loseFolder(new LoadedStage(stage, options.share), options);
    } finally {
      await closeStage(stage);
    }
  },
};

async function loseFolder(loaded: LoadedStage, { times }: FaultOptions): Promise<FaultReport> {
  const { data } = loaded.stage.folder;
  const away = `${data}-away`;
  await loaded.load();
  await delay(times.calmMs);
  renameSync(data, away);
  const lost = performance.now();
  await delay(times.attackMs);
  loaded.noteChecks('lost', lost, [503]);
  await loaded.expectReadiness('lost', 503);
  await loaded.unload('lost');
  renameSync(away, data);
  await loaded.expectReadiness('back again', 200);

  await loaded.load();
  const back = performance.now();
  await delay(times.calmMs);
  loaded.noteChecks('back again', back, [200]);
  renameSync(data, away);
  await delay(times.stopAfterMs);
  await loaded.stop('lost');
  await loaded.unload('lost, stopped');
  renameSync(away, data);
  await loaded.settle();

  const { server } = loaded.stage;
  server.start();
  await server.ready();
  await loaded.load();
  await delay(times.calmMs);
  rmSync(data, { recursive: true });
  await delay(times.stopAfterMs);
  await loaded.stop('deleted');
  await loaded.unload('deleted');
  return loaded.report;
}
