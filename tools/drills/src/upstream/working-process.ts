/**
 * A service of the drill as a separate process, over a database in a file. It processes tasks until it is killed or gets SIGTERM. Its
 * upstream is the drill, which it asks over its IPC channel.
 */
import { createReadStream } from 'node:fs';
import { systemClock } from '@dialproof/core';
import type { CallReply, ProcessMessage, ProcessSetting } from './process-messages.js';
import { openServiceParts } from './service-parts.js';
import type { UpstreamReply } from './upstream.js';
import { upstreamChecker } from './upstream-checker.js';
import { UPSTREAM_PLANS } from './upstream-plans.js';
import { makeService } from './upstream-run.js';
import { ACCOUNT } from './upstream-trial.js';

// Written by the drill that starts this process.
const setting = JSON.parse(process.argv[2] ?? '') as ProcessSetting;
const plan = UPSTREAM_PLANS[setting.plan];
if (plan === undefined) throw new RangeError(`there is no plan ${setting.plan}`);

const waiting = new Map<number, (reply: UpstreamReply) => void>();
const tell = (message: ProcessMessage): void => {
  process.send?.(message);
};
let calls = 0;
const ask = (numbers: readonly string[]): Promise<UpstreamReply> =>
  new Promise((resolve) => {
    calls += 1;
    waiting.set(calls, resolve);
    tell({ kind: 'call', id: calls, numbers });
  });
process.on('message', ({ id, reply }: CallReply) => {
  waiting.get(id)?.(reply);
  waiting.delete(id);
});
// Without the drill, its work has no purpose.
process.on('disconnect', () => process.exit(1));

const parts = await openServiceParts('sqlite', setting.folder, systemClock);
const service = makeService(plan, {
  parts,
  clock: systemClock,
  checker: upstreamChecker(ask, plan.numbersPerCall),
  onUnexpected: (report) => tell({ kind: 'unexpected', report }),
});
process.once('SIGTERM', async () => {
  await service.close();
  await parts.close();
  process.exit(0);
});
await service.start({ soleProcess: true });
if (setting.submit !== null) {
  const content = createReadStream(setting.submit);
  const { taskId } = await service.submit({ accountId: ACCOUNT, fileName: 'drill.csv', content });
  tell({ kind: 'submitted', taskId });
}
