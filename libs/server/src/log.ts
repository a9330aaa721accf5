import type { EventEmitter } from 'node:events';
import { constants, fstatSync, openSync } from 'node:fs';
import { type DestinationStream, destination, type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * Structured logs, one JSON object a line, without personal data: no phone number, token, email address or file name is passed to it, and
 * messages of errors are masked, since they may quote any of them.
 */
export function createLog(level: string, destination: DestinationStream): Log {
  return pino({ level, base: null, serializers: { error: describeError } }, destination);
}

function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: mask(String(error)) };
  return {
    name: error.name,
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    message: mask(error.message),
    stack: mask(error.stack ?? ''),
    ...(error.cause !== undefined && depth < 5 ? { cause: describeError(error.cause, depth + 1) } : {}),
  };
}

/**
 * An email address. The match begins only at the start of a word; otherwise a long word would be scanned again from each of its letters.
 */
const ADDRESS = /(?<![^\s@"'<>])[^\s@"'<>]+@[^\s@"'<>]+/g;

/** A possible phone in any spelling, a text like a secret, or a name in quotes. */
const PRIVATE = /\+?\d(?:[\s().-]*\d){6,}|[\w-]{32,}|"[^"\n]*"/g;

export function mask(text: string): string {
  return text.replace(ADDRESS, '[masked]').replace(PRIVATE, '[masked]');
}

/** The longest time without a write of remaining lines when the process ends. */
const FINISH_WITHIN_MS = 1_000;
/** The longest time for all remaining lines, however slow the reader is. */
const FINISH_ALL_WITHIN_MS = 10_000;
/** The most bytes that wait to be written. Further lines, to a pipe that nobody reads, are lost. */
const MAX_WAITING_BYTES = 4_194_304;

const STDERR = 2;

interface LogDestination {
  /** Takes lines. Lines after the end of the log are lost: a connection may end, and be logged, while the last lines are written. */
  readonly stream: { write(line: string): void };
  /** Writes remaining lines until nothing was written for a second, and resolves to whether the process may end by itself. Safe twice. */
  finish(): Promise<'written' | 'left' | 'stuck'>;
}

/** Logs go to stderr. A reader that does not read delays neither the server nor its end. */
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
        // After its end, the stream would throw at every log line, even at that of the defect that ends the process.
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
  /** The longest time until a write, and until each further one. */
  readonly pieceMs: number;
  /** The longest time until everything is written. */
  readonly allMs: number;
}

interface EndingStream extends Pick<EventEmitter, 'on' | 'once'> {
  end(): void;
}

/**
 * Ends a stream, and resolves to whether everything was written within these times. After a flood of lines, a busy disk may take seconds
 * for the rest although it makes progress.
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
 * A nonblocking descriptor of stderr's pipe: a write to a full pipe would block a thread of Node, without which the process cannot end.
 * Changing stderr itself would change it for every process that shares it, npm and the shell included. Undefined if stderr is no pipe, or
 * the system has no such descriptor.
 */
function unblockedPipe(): number | undefined {
  if (!fstatSync(STDERR).isFIFO()) return undefined;
  try {
    return openSync('/dev/stderr', constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}
