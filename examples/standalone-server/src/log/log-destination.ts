import { constants, fstatSync, openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { destination } from 'pino';

/** How long what is still to be written may take when the process ends. */
const FINISH_WITHIN_MS = 1_000;
/** The most that waits to be written. What comes beyond it, to a pipe that nobody reads, is lost. */
const MAX_WAITING_BYTES = 4_194_304;

const STDERR = 2;

export interface LogDestination {
  readonly stream: ReturnType<typeof destination>;
  /** Writes what is left, for a second at most, and resolves to whether the process may end by itself. */
  finish(): Promise<'written' | 'left' | 'stuck'>;
}

/** Logs go to stderr. Whoever is to read them there, and does not, holds up neither the server nor its end. */
export function openLogDestination(): LogDestination {
  const fd = unblockedPipe() ?? STDERR;
  const stream = destination({ dest: fd, sync: false, maxLength: MAX_WAITING_BYTES });
  return {
    stream,
    async finish() {
      const tooLate = new AbortController();
      const written = new Promise<'written'>((resolve) => stream.once('close', () => resolve('written')));
      stream.end();
      const late = delay(FINISH_WITHIN_MS, 'late' as const, { signal: tooLate.signal }).catch(() => 'late');
      const outcome = await Promise.race([written, late]);
      tooLate.abort();
      if (outcome === 'written') return 'written';
      // Otherwise pino would write the rest when the process ends, and wait for it.
      stream.destroy();
      return fd === STDERR ? 'stuck' : 'left';
    },
  };
}

/**
 * Another way into the pipe that stderr is, on which writing never waits: a write to a full pipe takes a thread of Node's, without which the
 * process cannot end. To change stderr itself would change it for everyone who shares it, npm and the shell among them. Undefined
 * where stderr is no pipe, or the system has no such way.
 */
function unblockedPipe(): number | undefined {
  if (!fstatSync(STDERR).isFIFO()) return undefined;
  try {
    return openSync('/dev/stderr', constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}
