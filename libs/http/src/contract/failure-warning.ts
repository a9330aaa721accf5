import { systemClock } from '@dialproof/core';
import type { OperationName } from '../operations/operations.js';

/** Gets a failure. `operation` is undefined if the path does not take the request's method. */
export type ErrorHandler = (
  error: unknown,
  context: { readonly operation: OperationName | undefined },
) => void;

const REPEAT_MS = 60_000;
const MAX_REMEMBERED = 100;

/**
 * Reports failures as warnings of the process, which Node prints on stderr, if the host has no hook for them. A failure with the same text
 * as an earlier one is reported once a minute, since a failing server fails for every request.
 */
export function warnOfFailures(): ErrorHandler {
  const warnedAt = new Map<string, number>();
  return (error, { operation }) => {
    const text = `${operation ?? 'a request'} failed: ${String(error)}`;
    const now = systemClock.elapsed();
    const last = warnedAt.get(text);
    if (last !== undefined && now - last < REPEAT_MS) return;
    if (warnedAt.size >= MAX_REMEMBERED) warnedAt.clear();
    warnedAt.set(text, now);
    process.emitWarning(text, { type: 'DialproofWarning', detail: causes(error) });
  };
}

/** The stack of the error and those of its causes, which often have the only details. */
function causes(error: unknown): string {
  const stacks: string[] = [];
  for (let cause = error; cause instanceof Error && stacks.length < 5; cause = cause.cause) {
    stacks.push(cause.stack ?? String(cause));
  }
  return stacks.join('\ncaused by ');
}
