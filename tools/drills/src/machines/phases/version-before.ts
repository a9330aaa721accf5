import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { MIGRATE_MAIN } from '../../server/server-files.js';
import { givenPostgres, whyNoPostgres } from '../fleet/drill-database.js';
import { checkAll } from '../fleet/final-checks.js';
import { Fleet, type Machine } from '../fleet/fleet.js';
import { fleetSettings, onStage, type Stage } from '../fleet/stage.js';
import { TaskLoad } from '../load/task-load.js';
import type { DrillSize, Phase } from '../phase.js';
import { buildEarlierRelease, type EarlierRelease, earlierRevision } from './earlier-release.js';

const ENDED_WITHIN_MS = 300_000;
const BEGUN_SHARE = 0.15;
const run = promisify(execFile);

/** A rolling update: a server and a worker of an earlier release keep running beside those of this one during the migration. */
export const VERSION_BEFORE: Phase = {
  name: 'the version before runs beside this one',
  async run({ before, seed, size }) {
    const skipped = await whyNoPostgres();
    if (skipped !== undefined) return { skipped };
    const revision = before ?? (await earlierRevision());
    if (revision === undefined) {
      return { skipped: 'there is no earlier revision here: it needs a clone that goes back that far' };
    }
    const earlier = await buildEarlierRelease(revision);
    try {
      const options = {
        ...{ seed, accounts: 2, servers: 1, workers: 1, databaseUrl: givenPostgres() },
        ...{ settings: {}, programs: earlier.programs, allowed: { cuts: false, outages: false } },
      };
      return await onStage(options, (stage) => update(stage, size, earlier));
    } finally {
      earlier.remove();
    }
  },
};

async function update(stage: Stage, size: DrillSize, { revision }: EarlierRelease): Promise<void> {
  const { database, fleet: old, folder, load, seen, violations } = stage;
  const oldVersion = await database.version();
  const files = Math.ceil(size.files / 4);
  await load.send(await load.makeFiles(files, size.rows));
  const isBegun = () => load.progress.processed >= BEGUN_SHARE * load.progress.rows;
  await load.pollUntil(isBegun, 'the beginning of the work', ENDED_WITHIN_MS);

  const settings = fleetSettings(database);
  const current = await Fleet.make({ folder, servers: 1, workers: 1, settings });
  const [oldServer] = old.servers;
  if (oldServer === undefined) throw new TypeError('there is no server of the version before');
  try {
    const { stderr } = await run(process.execPath, [MIGRATE_MAIN], { env: oldServer.process.environment });
    if (stderr !== '') violations.add(`the migration said: ${stderr}`);
    await current.start();
    const newVersion = await database.version();
    seen.push(`revision ${revision} with schema ${oldVersion}, beside this one with schema ${newVersion}`);
    // Files are sent to both releases, polled at both and processed by both.
    const both = new TaskLoad({ ...stage, fleet: { servers: [...old.servers, ...current.servers] } });
    await both.send(await both.makeFiles(files, size.rows));
    both.tasks.push(...load.tasks);
    await both.untilAllEnded(ENDED_WITHIN_MS);

    await checkAll({ ...stage, load: both });
    if (newVersion > oldVersion) await expectRefusal(stage, oldServer);
    for (const { how, name } of await current.stop()) {
      violations.expectEqual(`the end of the new ${name}`, how, 'exit code 0');
    }
  } finally {
    await current.end();
  }
}

/** Expects the earlier version to refuse a new start, with the reason. */
async function expectRefusal({ folder, seen, violations }: Stage, { process }: Machine): Promise<void> {
  const before = readFileSync(folder.logFile, 'utf8').length;
  process.start();
  const isReady = await process.ready().then(
    () => true,
    () => false,
  );
  const said = readFileSync(folder.logFile, 'utf8').slice(before).trim();
  if (isReady || !/schema version \d+/.test(said)) {
    violations.add(`started again, the version before was not refused by name: ${said.slice(0, 500)}`);
  } else seen.push(`started again, the version before was refused: ${said.slice(0, 300)}`);
}
