import { once } from 'node:events';

/**
 * Runs the work of a program whose processor time is measured. It prints `ready`, begins at the first question of the measurement, prints
 * `done` and stays for the second question.
 */
export async function measuredWork(work: () => Promise<void>): Promise<void> {
  // The probe has unreferenced its channel. Here the channel has to keep the program alive while it waits.
  process.channel?.ref();
  console.log('ready');
  await once(process, 'message');
  await work();
  console.log('done');
  await once(process, 'message');
  process.disconnect();
}
