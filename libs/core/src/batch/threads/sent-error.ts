import { inspect } from 'node:util';
import { DialproofError, type ErrorCode, isDialproofError } from '../../model/errors.js';

interface ErrorText {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
}

/** An error as it crosses from one thread to another: a structured clone would lose all that makes it a DialproofError. */
export interface SentError {
  readonly text: ErrorText;
  /** Null for a defect. */
  readonly expected: {
    readonly code: ErrorCode;
    readonly hint: string | undefined;
    readonly retryAfterMs: number | undefined;
  } | null;
  readonly cause: ErrorText | null;
}

export function sentError(error: unknown): SentError {
  const cause = error instanceof Error ? error.cause : undefined;
  return {
    text: textOf(error),
    expected: isDialproofError(error)
      ? { code: error.code, hint: error.hint, retryAfterMs: error.retryAfterMs }
      : null,
    cause: cause === undefined ? null : textOf(cause),
  };
}

/** The error again, its cause as a plain error with the text of the original. */
export function receivedError({ text, expected, cause }: SentError): Error {
  const options = cause === null ? {} : { cause: plainError(cause) };
  if (expected === null) return plainError(text, options);
  const { code, hint, retryAfterMs } = expected;
  const error = new DialproofError(code, {
    ...options,
    ...(hint === undefined ? {} : { hint }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
  return withStack(error, text);
}

function textOf(error: unknown): ErrorText {
  if (!(error instanceof Error)) return { name: 'Error', message: inspect(error), stack: undefined };
  return { name: error.name, message: error.message, stack: error.stack };
}

function plainError(text: ErrorText, options: ErrorOptions = {}): Error {
  const error = new Error(text.message, options);
  error.name = text.name;
  return withStack(error, text);
}

function withStack<Thrown extends Error>(error: Thrown, { stack }: ErrorText): Thrown {
  if (stack !== undefined) error.stack = stack;
  return error;
}
