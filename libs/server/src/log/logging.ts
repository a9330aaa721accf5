import { type DestinationStream, type Logger, pino } from 'pino';

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
