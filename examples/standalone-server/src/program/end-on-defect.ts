import type { EventEmitter } from 'node:events';
import type { Log } from '../log/logging.js';

export interface DefectOptions {
  readonly log: Log;
  /** Ends the process. */
  readonly exit: (code: number) => void;
  /** What emits `uncaughtException`, unhandled rejections among them. Default: the process. */
  readonly errors?: EventEmitter;
}

/**
 * Ends the process with 1 at an error that nobody has caught, since nobody knows what it left half done: the next start takes it up. Node
 * would end it too, but print the error as it is, with the number or the token that it may quote. The log masks them.
 */
export function endOnDefect({ log, exit, errors = process }: DefectOptions): void {
  errors.on('uncaughtException', (error) => {
    log.fatal({ error }, 'nobody has caught an error: stopped at once');
    exit(1);
  });
}
