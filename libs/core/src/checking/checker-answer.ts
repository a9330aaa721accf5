import { isVerificationStatus } from '../model/statuses.js';
import type { CheckAnswer, DetailedAnswer } from '../ports/number-checker.js';

const SOURCE = /^[a-z0-9_.-]{1,40}$/;
const REASON = /^[ -~]{1,60}$/;

/** What a checker's answer about one number says: undefined with a `defect` where it is none. */
export interface ReadCheckAnswer {
  readonly answer: CheckAnswer | undefined;
  readonly defect: TypeError | undefined;
}

/**
 * Reads the answer about one number, which may be anything. A status counts even if what stands beside it is malformed: that is left
 * out, and the defect says so.
 */
export function readCheckAnswer(given: unknown): ReadCheckAnswer {
  if (isVerificationStatus(given)) return { answer: given, defect: undefined };
  if (typeof given !== 'object' || given === null || !('status' in given))
    return { answer: undefined, defect: noStatus(given) };
  // Each field is read once: it may be a getter.
  const { status, source, reason, checkedAt } = given as Record<keyof DetailedAnswer, unknown>;
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
