import type { KnownAnswers } from '../../batch/intake/known-answers.js';
import { detailsOf, reassignedSince } from '../../checking/calls/checker-answer.js';
import { type ConsentDate, REASSIGNED, type Reassigned } from '../../model/reassigned.js';
import { isVerificationStatus, type VerificationStatus } from '../../model/statuses.js';
import type { Settlement } from '../../ports/credit-ledger.js';
import { type CheckAnswer, statusOfAnswer } from '../../ports/number-checker.js';

/** The answer of a single check, without its number. */
export interface KnownAnswer {
  readonly status: VerificationStatus;
  /** The time at which the answer became known, in milliseconds since 1970. */
  readonly checkedAt: number;
  readonly source?: string;
  readonly reason?: string;
  /** Only for a request with a date of consent. */
  readonly reassigned?: Reassigned;
}

export function knownAnswer(answer: CheckAnswer, checkedAt: number, date?: ConsentDate): KnownAnswer {
  const { source, reason, checkedAt: knownAt } = detailsOf(answer);
  return {
    status: statusOfAnswer(answer),
    checkedAt: knownAt?.getTime() ?? checkedAt,
    ...(source === undefined ? {} : { source }),
    ...(reason === undefined ? {} : { reason }),
    ...(date === undefined ? {} : { reassigned: reassignedSince(answer, date) }),
  };
}

/** The answer of a task, or undefined. */
export function foundAnswer(found: ReturnType<KnownAnswers['at']>): KnownAnswer | undefined {
  if (found === undefined) return undefined;
  const { checkedAt, reason, reassigned, source, status } = found;
  return {
    status,
    checkedAt: checkedAt * 1_000,
    ...(source === undefined ? {} : { source }),
    ...(reason === undefined ? {} : { reason }),
    ...(reassigned === undefined ? {} : { reassigned }),
  };
}

export function encodedAnswer({ checkedAt, reason, reassigned, source, status }: KnownAnswer): string {
  const answer = [status, checkedAt, source ?? null, reason ?? null];
  return JSON.stringify(reassigned === undefined ? answer : [...answer, reassigned]);
}

/** The answer that a hold was charged for. Undefined if it was not charged, or if the ledger keeps no text. */
export function chargedAnswer({ charged, kept }: Settlement): KnownAnswer | undefined {
  return charged > 0 && kept !== undefined ? decodedAnswer(kept) : undefined;
}

/** Undefined if the text is not an encoded answer, such as one that the ledger has cut off. */
function decodedAnswer(text: string): KnownAnswer | undefined {
  const values = parsed(text);
  if (!Array.isArray(values)) return undefined;
  const [status, checkedAt, source, reason, said]: unknown[] = values;
  if (!isVerificationStatus(status) || typeof checkedAt !== 'number') return undefined;
  const reassigned = REASSIGNED.find((one) => one === said);
  return {
    status,
    checkedAt,
    ...(reassigned === undefined ? {} : { reassigned }),
    ...(typeof source === 'string' ? { source } : {}),
    ...(typeof reason === 'string' ? { reason } : {}),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
