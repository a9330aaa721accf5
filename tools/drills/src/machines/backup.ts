import { join } from 'node:path';
import { type Print, until } from '../harness/drill.js';
import { checkLedger } from '../model/check-end.js';
import type { DrillTask } from '../model/drill-task.js';
import type { Fleet } from './fleet.js';
import type { Scene, SceneSize } from './scene.js';

const ENDED_WITHIN_MS = 120_000;

/** A backup of a server at work, a kill, and a restore. Everything that was accepted before the backup has to be there. */
export const BACKUP: Scene = {
  name: 'a server at work is backed up, killed and restored',
  machines: { over: 'SQLite', accounts: 2, allowed: {} },
  play: backUpAndRestore,
  judge: async ({ first, violations }) => await checkLedger(first, violations, { mayHold: true }),
};

async function backUpAndRestore(fleet: Fleet, { files, rows }: SceneSize, print: Print): Promise<void> {
  const { first: server, folder, load, violations } = fleet;
  const backup = join(folder.path, 'backup.db');
  const made = await fleet.makeFiles(2 * files, rows);
  await fleet.send(made.slice(0, files));
  const before = [...load.tasks];
  const sending = fleet.send(made.slice(files));
  const began = performance.now();
  await server.command('backup', backup);
  const ended = performance.now();
  const refusal = await server.command('restore', backup).then(
    () => 'restored',
    ({ stderr }: { readonly stderr: string }) => stderr,
  );
  if (!refusal.startsWith('Nothing was restored'))
    violations.add(`a restore while the server runs: ${refusal}`);
  await sending;
  await load.untilEnded();
  await load.stop();
  const checks = load.answered.filter(({ sentAt }) => sentAt > began && sentAt < ended).length;
  print(`the backup took ${Math.round(ended - began)} ms, and ${checks} checks were answered meanwhile`);

  await server.kill();
  await server.command('restore', backup);
  server.start();
  await server.ready();
  for (const task of before) await expectResult(fleet, task);
  // The first account has single checks, whose holds last for a minute and more.
  for (const { token } of fleet.accounts.slice(1)) {
    const client = server.client(token);
    await until('the end of holds', ENDED_WITHIN_MS, async () => (await client.credits()).held === 0);
  }
  violations.expectEqual('the end of the server', (await server.stop()).how, 'exit code 0');
  print(`${before.length} of ${load.tasks.length} tasks were accepted before the backup`);
}

async function expectResult(
  { first: server, violations }: Fleet,
  { account, file, label, taskId }: DrillTask,
): Promise<void> {
  const client = server.client(account.token);
  const { status } = await client.task(taskId).waitForEnd();
  violations.expectEqual(`${label}, accepted before the backup`, status, 'done');
  const result = await client.download(taskId);
  if ((await result.text()) !== file.result) violations.add(`${label}: the result is wrong`);
}
