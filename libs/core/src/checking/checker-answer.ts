import { isVerificationStatus } from '../model/statuses.js';
import type { CheckAnswer, DetailedAnswer } from '../ports/number-checker.js';
import { describeError } from '../reports/failure-reporter.js';

const SOURCE = /^[a-z0-9_.-]{1,40}$/;
const REASON = /^[ -~]{1,60}$/;

/** What a checker's answer about one number says: undefined with a `defect` where it is none. */
export interface ReadCheckAnswer {
  readonly answer: CheckAnswer | undefined;
  readonly defect: TypeError | undefined;
}

/**
 * Reads the answer about one number, which may be anything. Never throws. A status counts even if what stands beside it is malformed:
 * that is left out, and the defect says so.
 */
export function readCheckAnswer(given: unknown): ReadCheckAnswer {
  if (isVerificationStatus(given)) return { answer: given, defect: undefined };
  try {
    return readAnswer(given);
  } catch (error) {
    return unreadableAnswer(error);
  }
}

/** An answer that throws this error when it is looked at. */
export function unreadableAnswer(error: unknown): ReadCheckAnswer {
  const about = `the checker's answer cannot be read: ${describeError(error)}`;
  return { answer: undefined, defect: new TypeError(about, { cause: error }) };
}

function readAnswer(given: unknown): ReadCheckAnswer {
  if (typeof given !== 'object' || given === null || !('status' in given))
    return { answer: undefined, defect: noStatus(given) };
  const { status, source, reason, checkedAt } = readFields(given as Record<keyof DetailedAnswer, unknown>);
  if (!isVerificationStatus(status)) return { answer: undefined, defect: noStatus(status) };
  const knownAt = readTime(checkedAt);
  const answer = {
    status,
    ...(isText(source, SOURCE) ? { source } : {}),
    ...(isText(reason, REASON) ? { reason } : {}),
    ...(knownAt === undefined ? {} : { checkedAt: knownAt }),
  };
  const malformed =
    (source !== undefined && answer.source === undefined && 'source') ||
    (reason !== undefined && answer.reason === undefined && 'reason') ||
    (checkedAt !== undefined && knownAt === undefined && 'checkedAt');
  const defect = malformed
    ? new TypeError(`the checker answered with a malformed ${malformed}, which is left out`)
    : undefined;
  return { answer, defect };
}

/** The details of an answer. Empty for a bare status. */
export function detailsOf(answer: CheckAnswer): Omit<DetailedAnswer, 'status'> {
  return typeof answer === 'string' ? {} : answer;
}

/** Reads each field once: it may be a getter. */
function readFields(answer: Record<keyof DetailedAnswer, unknown>): Record<keyof DetailedAnswer, unknown> {
  return {
    status: answer.status,
    source: readDetail(() => answer.source),
    reason: readDetail(() => answer.reason),
    checkedAt: readDetail(() => copyOfTime(answer.checkedAt)),
  };
}

/** A detail that throws is malformed: null is neither a text nor a time. */
function readDetail(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return null;
  }
}

/** A time of the engine's own: a checker may change its date later. `getTime` throws for a proxy of a date. */
function copyOfTime(value: unknown): unknown {
  return value instanceof Date ? new Date(value.getTime()) : value;
}

function isText(value: unknown, form: RegExp): value is string {
  return typeof value === 'string' && form.test(value);
}

/** A date of its own: the checker's may be changed, or have methods that throw. */
function readTime(value: unknown): Date | undefined {
  if (!(value instanceof Date)) return undefined;
  const time = new Date(value.getTime());
  return Number.isNaN(time.getTime()) ? undefined : time;
}

function noStatus(answer: unknown): TypeError {
  const found = typeof answer === 'string' ? JSON.stringify(answer.slice(0, 40)) : typeof answer;
  return new TypeError(`the checker answered with ${found}, which is no verification status`);
}
