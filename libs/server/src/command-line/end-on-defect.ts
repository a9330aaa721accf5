import type { EventEmitter } from 'node:events';
import type { Log } from '../log/logging.js';

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
