import { detailsOf } from '../../checking/calls/checker-answer.js';
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
}

export function knownAnswer(answer: CheckAnswer, checkedAt: number): KnownAnswer {
  const { source, reason, checkedAt: knownAt } = detailsOf(answer);
  return {
    status: statusOfAnswer(answer),
    checkedAt: knownAt?.getTime() ?? checkedAt,
    ...(source === undefined ? {} : { source }),
    ...(reason === undefined ? {} : { reason }),
  };
}

export function encodedAnswer({ checkedAt, reason, source, status }: KnownAnswer): string {
  return JSON.stringify([status, checkedAt, source ?? null, reason ?? null]);
}

/** The answer that a hold was charged for. Undefined if it was not charged, or if the ledger keeps no text. */
export function chargedAnswer({ charged, kept }: Settlement): KnownAnswer | undefined {
  return charged > 0 && kept !== undefined ? decodedAnswer(kept) : undefined;
}

/** Undefined for a text that is no encoded answer, such as that of a ledger which cut it off. */
function decodedAnswer(text: string): KnownAnswer | undefined {
  const values = parsed(text);
  if (!Array.isArray(values)) return undefined;
  const [status, checkedAt, source, reason]: unknown[] = values;
  if (!isVerificationStatus(status) || typeof checkedAt !== 'number') return undefined;
  return {
    status,
    checkedAt,
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
