import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded into a measured process by `node --import`. It answers each message on the IPC channel with the resources used so far. So the
 * measured program needs no changes, and the figures are the operating system's own.
 */
export interface ProcessFigures {
  /** User and system time since the process began, in milliseconds. */
  readonly cpuMs: number;
  /** The largest resident set so far, in megabytes. */
  readonly peakMb: number;
  /** The resident set now, in megabytes. */
  readonly residentMb: number;
  /** The longest time for which the event loop stood still since the last question, in milliseconds. */
  readonly longestStallMs: number;
}

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const longestStallMs = delay.max / 1e6;
  delay.reset();
  const figures: ProcessFigures = {
    cpuMs: (user + system) / 1_000,
    peakMb: process.resourceUsage().maxRSS / 1_024,
    residentMb: process.memoryUsage.rss() / 2 ** 20,
    longestStallMs,
  };
  process.send?.(figures);
});
// The benchmark has ended, however it did. Servers and queues clean up when they are stopped.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The channel must not keep a finished program alive.
process.channel?.unref();
