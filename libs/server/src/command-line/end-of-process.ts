import type { EventEmitter } from 'node:events';
import type { Log } from '../log/logging.js';

export interface StopOptions {
  readonly timeoutMs: number;
  readonly log: Log;
  /** Stops the program. */
  readonly close: () => Promise<void>;
  /** Ends the process. */
  readonly exit: (code: number) => void;
  /** The emitter of the signals. Default: the process. */
  readonly signals?: EventEmitter;
}

/** npm passes on a Ctrl+C that the terminal has already sent to every process: two signals so close are one. */
const SAME_SIGNAL_MS = 500;

/**
 * Stops in an orderly way at the first SIGTERM or SIGINT and exits with 0. If that takes longer than `timeoutMs` or fails, or at a second
 * signal, it exits with 1 at once. The next start continues unfinished work.
 */
export function stopOnSignals({ timeoutMs, log, close, exit, signals = process }: StopOptions): void {
  let stoppingSince: number | undefined;

  const stop = async (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince < SAME_SIGNAL_MS) return;
      log.warn({ signal }, 'a second signal: stopped at once');
      return exit(1);
    }
    stoppingSince = performance.now();
    log.info({ signal, timeoutMs }, 'stopping');
    const force = setTimeout(() => {
      log.error('stopping took too long: stopped at once');
      exit(1);
    }, timeoutMs);
    try {
      await close();
      log.info('stopped');
      exit(0);
    } catch (error) {
      log.error({ error }, 'stopping failed');
      exit(1);
    } finally {
      clearTimeout(force);
    }
  };

  signals.on('SIGTERM', stop);
  signals.on('SIGINT', stop);
}

export interface DefectOptions {
  readonly log: Log;
  /** Ends the process. */
  readonly exit: (code: number) => void;
  /** The emitter of `uncaughtException`, unhandled rejections included. Default: the process. */
  readonly errors?: EventEmitter;
}

/**
 * Ends the process with 1 at an uncaught error, since work may be half done: the next start continues it. Node would end it too, but print
 * the error in full, with any number or token in it. The log masks them.
 */
export function endOnDefect({ log, exit, errors = process }: DefectOptions): void {
  errors.on('uncaughtException', (error) => {
    log.fatal({ error }, 'nobody has caught an error: stopped at once');
    exit(1);
  });
}
