import type { EventEmitter } from 'node:events';
import { constants, fstatSync, openSync } from 'node:fs';
import { destination } from 'pino';

/** How long nothing may be written of what is left when the process ends. */
const FINISH_WITHIN_MS = 1_000;
/** How long all of that may take, whoever reads it however slowly. */
const FINISH_ALL_WITHIN_MS = 10_000;
/** The most that waits to be written. What comes beyond it, to a pipe that nobody reads, is lost. */
const MAX_WAITING_BYTES = 4_194_304;

const STDERR = 2;

export interface LogDestination {
  /** Takes lines. What comes when the log has ended is lost: a connection may end, and be logged, while the last lines reach the disk. */
  readonly stream: { write(line: string): void };
  /** Writes what is left, until nothing was written for a second, and resolves to whether the process may end by itself. Safe twice. */
  finish(): Promise<'written' | 'left' | 'stuck'>;
}

/** Logs go to stderr. Whoever is to read them there, and does not, holds up neither the server nor its end. */
export function openLogDestination(): LogDestination {
  const fd = unblockedPipe() ?? STDERR;
  const lines = destination({ dest: fd, sync: false, maxLength: MAX_WAITING_BYTES });
  let finished: ReturnType<LogDestination['finish']> | undefined;
  const finish = async () => {
    if (await endsInTime(lines, { pieceMs: FINISH_WITHIN_MS, allMs: FINISH_ALL_WITHIN_MS })) return 'written';
    // Otherwise pino would write the rest when the process ends, and wait for it.
    lines.destroy();
    return fd === STDERR ? 'stuck' : 'left';
  };
  return {
    stream: {
      write(line) {
        // Once it has ended, it would throw at whoever logs, also where the defect is logged that ends the process.
        if (finished === undefined) lines.write(line);
      },
    },
    finish: () => {
      finished ??= finish();
      return finished;
    },
  };
}

interface EndingTimes {
  /** How long may pass until something is written, and again after that. */
  readonly pieceMs: number;
  /** How long may pass until all of it is. */
  readonly allMs: number;
}

interface EndingStream extends Pick<EventEmitter, 'on' | 'once'> {
  end(): void;
}

/**
 * Ends a stream and resolves to whether all of it was written in these times. After a flood there are megabytes left, which a busy disk takes
 * seconds for, though it writes on and on.
 */
export function endsInTime(stream: EndingStream, { pieceMs, allMs }: EndingTimes): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isWritten: boolean): void => {
      for (const timer of [piece, all]) clearTimeout(timer);
      resolve(isWritten);
    };
    const piece = setTimeout(() => end(false), pieceMs);
    const all = setTimeout(() => end(false), allMs);
    stream.on('write', () => void piece.refresh());
    stream.once('close', () => end(true));
    stream.end();
  });
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
