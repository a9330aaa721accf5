import { join } from 'node:path';
import { createSeededRandom } from '@dialproof/generate';
import { type Print, until, Violations } from '../harness/drill.js';
import { makeDrillFolder } from '../harness/drill-folder.js';
import { Server } from '../harness/server.js';
import { checkLedger } from '../model/check-end.js';
import { makeDrillFile } from '../model/drill-file.js';
import { Load } from '../model/load.js';
import { UNRECORDED_MS, Upstream } from '../model/upstream.js';

export interface BackupDrillOptions {
  readonly files: number;
  /** The rows of each file. */
  readonly rows: number;
  readonly seed: number;
  readonly print: Print;
}

const CREDITS = 50_000_000;
const CHECK_EVERY_MS = 10;
const ENDED_WITHIN_MS = 120_000;

/**
 * Backs a server up while files and single checks are sent to it, kills it, restores the backup, and checks that everything that was
 * accepted before the backup is there. Resolves to the violations.
 */
export async function runBackupDrill({
  files,
  print,
  rows,
  seed,
}: BackupDrillOptions): Promise<readonly string[]> {
  const folder = makeDrillFolder();
  const backup = join(folder.path, 'backup.db');
  const upstream = await Upstream.start(1, UNRECORDED_MS);
  const settings = { ...upstream.settings(folder, 'server'), DIALPROOF_RATES: 'off' };
  const server = await Server.make({ folder, settings });
  const violations = new Violations();
  const load = new Load({ servers: [server], random: createSeededRandom(seed), violations, allowed: {} });
  try {
    const [account, checks] = [await server.openAccount(CREDITS), await server.openAccount(CREDITS)];
    const made = [];
    while (made.length < 2 * files)
      made.push(await makeDrillFile(`file-${made.length}.csv`, rows, made.length));
    server.start();
    await server.ready();
    load.startChecks(checks, CHECK_EVERY_MS);
    for (const file of made.slice(0, files)) await load.send(account, file);
    const before = [...load.tasks];
    const sending = Promise.all(made.slice(files).map((file) => load.send(account, file)));
    const began = performance.now();
    await server.command('backup', backup);
    const backupMs = performance.now() - began;
    const refusal = await server.command('restore', backup).then(
      () => 'restored',
      ({ stderr }: { readonly stderr: string }) => stderr,
    );
    if (!refusal.startsWith('Nothing was restored'))
      violations.add(`a restore while the server runs: ${refusal}`);
    await sending;
    await load.untilEnded(ENDED_WITHIN_MS);
    await load.stop();
    const answered = load.answered.filter(({ sentAt }) => sentAt > began && sentAt < began + backupMs);

    await server.kill();
    await server.command('restore', backup);
    server.start();
    await server.ready();
    const client = server.client(account.token);
    for (const { file, label, taskId } of before) {
      const { status } = await client.task(taskId).ended();
      violations.expectEqual(`${label}, accepted before the backup`, status, 'done');
      const result = await client.download(taskId);
      if ((await result.text()) !== file.result) violations.add(`${label}: the result is wrong`);
    }
    await until('the end of holds', ENDED_WITHIN_MS, async () => (await client.credits()).held === 0);
    violations.expectEqual('the end of the server', (await server.stop()).how, 'exit code 0');
    await checkLedger(server, violations, { mayHold: true });
    print(`${before.length} of ${load.tasks.length} tasks were accepted before the backup`);
    print(
      `the backup took ${Math.round(backupMs)} ms, and ${answered.length} checks were answered meanwhile`,
    );
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
