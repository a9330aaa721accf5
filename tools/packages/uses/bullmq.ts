import { BullMqTaskQueue } from '@dialproof/bullmq';
import { newTaskId } from '@dialproof/core';

/** Redis may be away here: work continues without it. */
async function main(): Promise<void> {
  const queue = new BullMqTaskQueue({ connection: 'redis://127.0.0.1:1', onError: () => {} });
  let called = (): void => {};
  const isCalled = new Promise<void>((resolve) => {
    called = resolve;
  });
  await queue.start(async () => {
    called();
    return { did: 'nothing', retryAfterMs: null };
  });
  await queue.wake(newTaskId());
  await isCalled;
  await queue.stop();
  console.log('bullmq was used');
}

main();
