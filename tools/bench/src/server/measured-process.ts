import { once } from 'node:events';
import { Program } from '@dialproof/drills/program';
import type { ProcessFigures } from './process-probe.js';

const PROBE = new URL('./process-probe.js', import.meta.url).href;

/** A Node program that reports its use of processor and memory at any time. */
export class MeasuredProcess extends Program {
  constructor(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    super(['--import', PROBE, ...args], env);
  }

  async figures(): Promise<ProcessFigures> {
    const answer = once(this.child, 'message');
    this.child.send('figures');
    // The only messages on this channel are the probe's, one for each question.
    return (await answer)[0] as ProcessFigures;
  }
}

/**
 * The figures of the work of a program that does it in {@link measuredWork}: processor time in milliseconds, and the peak of its memory in
 * megabytes.
 */
export async function workOf(args: readonly string[]): Promise<{ cpuMs: number; peakMb: number }> {
  const process = new MeasuredProcess(args);
  await process.printed(/ready/);
  const before = await process.figures();
  await process.printed(/done/);
  const { cpuMs, peakMb } = await process.figures();
  await process.stop();
  return { cpuMs: cpuMs - before.cpuMs, peakMb };
}

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
