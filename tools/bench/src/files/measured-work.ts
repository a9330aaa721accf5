import { once } from 'node:events';

/**
 * Runs the work of a program whose processor time is measured: prints `ready`, begins at the measurement's first question, prints `done`
 * and stays for its second.
 */
export async function measuredWork(work: () => Promise<void>): Promise<void> {
  // The probe lets go of its channel; here it has to keep the program alive while it waits.
  process.channel?.ref();
  console.log('ready');
  await once(process, 'message');
  await work();
  console.log('done');
  await once(process, 'message');
  process.disconnect();
}
