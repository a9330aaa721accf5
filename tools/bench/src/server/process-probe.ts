import { type Profiler, Session } from 'node:inspector';
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

/** The answer to `begin profile` is null, the one to `end profile` is the profile of the main thread since then. */
export interface ProbeAnswers {
  readonly figures: ProcessFigures;
  readonly 'begin profile': null;
  readonly 'end profile': Profiler.Profile;
}

const SAMPLE_EVERY_US = 500;

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
const session = new Session();

function figures(): ProcessFigures {
  const { user, system } = process.cpuUsage();
  const longestStallMs = delay.max / 1e6;
  delay.reset();
  return {
    cpuMs: (user + system) / 1_000,
    peakMb: process.resourceUsage().maxRSS / 1_024,
    residentMb: process.memoryUsage.rss() / 2 ** 20,
    longestStallMs,
  };
}

function beginProfile(): void {
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
  session.post('Profiler.start', () => process.send?.(null));
}

function endProfile(): void {
  session.post('Profiler.stop', (error, result) => {
    if (error !== null) throw error;
    process.send?.(result.profile);
  });
}

process.on('message', (question: keyof ProbeAnswers) => {
  switch (question) {
    case 'figures':
      process.send?.(figures());
      return;
    case 'begin profile':
      beginProfile();
      return;
    case 'end profile':
      endProfile();
      return;
    default:
      question satisfies never;
  }
});
// The channel must not keep a finished program alive.
process.channel?.unref();
