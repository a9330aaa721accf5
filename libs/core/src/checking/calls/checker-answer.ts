import { type ConsentDate, REASSIGNED, type Reassigned } from '../../model/reassigned.js';
import { isVerificationStatus } from '../../model/statuses.js';
import type { CheckAnswer, DetailedAnswer, ReassignedSince } from '../../ports/number-checker.js';
import { describeError } from '../../reports/failure-reporter.js';

const SOURCE = /^[a-z0-9_.-]{1,40}$/;
const REASON = /^[ -~]{1,60}$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
/** The years that ISO 8601 writes with four digits: callers cannot be expected to read others. */
const FIRST_TIME = Date.parse('0000-01-01T00:00:00Z');
const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z');

const DETAILS = [
  'source',
  'reason',
  'checkedAt',
  'reassigned',
] as const satisfies readonly (keyof DetailedAnswer)[];
type AnswerDetail = (typeof DETAILS)[number];

/** A checker's answer for one number, as it was read: undefined, with a `defect`, if it is invalid. */
export interface ReadCheckAnswer {
  readonly answer: CheckAnswer | undefined;
  /** The details that are left out of the answer. */
  readonly malformed: readonly AnswerDetail[];
  readonly defect: TypeError | undefined;
}

/**
 * Reads the answer for one number, which may be any value. Never throws. A status counts even if details are malformed: those are left out
 * and named in the defect.
 */
export function readCheckAnswer(given: unknown): ReadCheckAnswer {
  if (isVerificationStatus(given)) return { answer: given, malformed: [], defect: undefined };
  try {
    return readAnswer(given);
  } catch (error) {
    return unreadableAnswer(error);
  }
}

/** The result for an answer that throws this error when it is read. */
function unreadableAnswer(error: unknown): ReadCheckAnswer {
  const about = `the checker's answer cannot be read: ${describeError(error)}`;
  return { answer: undefined, malformed: [], defect: new TypeError(about, { cause: error }) };
}

function readAnswer(given: unknown): ReadCheckAnswer {
  if (typeof given !== 'object' || given === null || !('status' in given)) return noStatus(given);
  const { status, ...details } = readFields(given as Record<keyof DetailedAnswer, unknown>);
  if (!isVerificationStatus(status)) return noStatus(status);
  const { source, reason, checkedAt, reassigned } = details;
  const answer: DetailedAnswer = {
    status,
    ...(isText(source, SOURCE) ? { source } : {}),
    ...(isText(reason, REASON) ? { reason } : {}),
    ...(isKnownTime(checkedAt) ? { checkedAt } : {}),
    ...(isReassigned(reassigned) ? { reassigned } : {}),
  };
  const malformed = DETAILS.filter((field) => details[field] !== undefined && answer[field] === undefined);
  const defect =
    malformed[0] === undefined
      ? undefined
      : new TypeError(`the checker answered with a malformed ${malformed[0]}, which is left out`);
  return { answer, malformed, defect };
}

/** The details of an answer. Empty for a bare status. */
export function detailsOf(answer: CheckAnswer): Omit<DetailedAnswer, 'status'> {
  return typeof answer === 'string' ? {} : answer;
}

/** Whether a number was reassigned since this date of consent, by an answer. An answer for another date counts as `unknown`. */
export function reassignedSince(answer: CheckAnswer, date: ConsentDate | undefined): Reassigned {
  const { reassigned } = detailsOf(answer);
  return date !== undefined && reassigned?.since === date ? reassigned.is : 'unknown';
}

/** Reads each field once: it may be a getter. */
function readFields(answer: Record<keyof DetailedAnswer, unknown>): Record<keyof DetailedAnswer, unknown> {
  return {
    status: answer.status,
    source: readDetail(() => answer.source),
    reason: readDetail(() => answer.reason),
    checkedAt: readDetail(() => copyOfTime(answer.checkedAt)),
    reassigned: readDetail(() => copyOfReassigned(answer.reassigned)),
  };
}

/** Reads a detail. One that throws is malformed: it becomes null, which is neither a text nor a time. */
function readDetail(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return null;
  }
}

/** A copy, since the checker may change its date later. `getTime` throws for a proxy of a date. */
function copyOfTime(value: unknown): unknown {
  return value instanceof Date ? new Date(value.getTime()) : value;
}

function copyOfReassigned(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return { since: Reflect.get(value, 'since'), is: Reflect.get(value, 'is') };
}

function isReassigned(value: unknown): value is ReassignedSince {
  if (typeof value !== 'object' || value === null) return false;
  // Only `copyOfReassigned` has made it.
  const { is, since } = value as Record<keyof ReassignedSince, unknown>;
  return isText(since, DATE) && REASSIGNED.some((one) => one === is);
}

function isText(value: unknown, form: RegExp): value is string {
  return typeof value === 'string' && form.test(value);
}

/** Whether it is a time within the years that callers can read. */
function isKnownTime(value: unknown): value is Date {
  return value instanceof Date && value.getTime() >= FIRST_TIME && value.getTime() <= LAST_TIME;
}

function noStatus(answer: unknown): ReadCheckAnswer {
  const found = typeof answer === 'string' ? JSON.stringify(answer.slice(0, 40)) : typeof answer;
  const about = `the checker answered with ${found}, which is no verification status`;
  return { answer: undefined, malformed: [], defect: new TypeError(about) };
}
