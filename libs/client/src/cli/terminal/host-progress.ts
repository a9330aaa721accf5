import type { Host } from '../host.js';
import { type Progress, progressOn } from './progress.js';

/** Progress on the standard error, by the time of this machine. */
export function progressOf({ stderr, env }: Host, unit: string): Progress {
  return progressOn({
    output: stderr,
    env,
    unit,
    now: () => performance.now(),
    everySecond(run) {
      const timer = setInterval(run, 1_000);
      return () => clearInterval(timer);
    },
  });
}
