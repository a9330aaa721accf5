import {
  type CheckAnswer,
  type ConsentDate,
  type ReassignedSince,
  readCheckAnswer,
  type VerificationStatus,
} from '@dialproof/core';
import { isAnswered, isOutage, type NumberOutcome } from '../calls/number-outcomes.js';
import { statusOf } from '../calls/same-kind.js';
import { type Finding, findingOf } from '../line-state.js';

/** If several links answer `unknown`, the chain gives the answer whose finding comes last here. */
const WORTH: readonly (Finding | undefined)[] = [undefined, 'line_unclear', 'app_absent', 'line_live'];

/** The property of a link that decides whether it is asked about reassignment. */
interface AnsweringLink {
  readonly tellsReassigned: boolean;
}

/** The answers of a chain's links for one number so far. */
export class KnownOfNumber {
  #end: CheckAnswer | undefined;
  #inactive: CheckAnswer | undefined;
  #unknown: CheckAnswer | undefined;
  #isLineLive = false;
  #appAbsent: CheckAnswer | undefined;
  #failure: NumberOutcome | undefined;
  readonly #date: ConsentDate | undefined;
  #reassigned: ReassignedSince | undefined;
  #reassignedOutage: NumberOutcome | undefined;

  /** `date`: its date of consent, if it has one. */
  constructor(date: ConsentDate | undefined) {
    this.#date = date;
  }

  /** Whether this link should be asked about the number. */
  isOpenFor({ tellsReassigned }: AnsweringLink): boolean {
    return this.#end === undefined || (tellsReassigned && this.#lacksReassigned);
  }

  add(outcome: NumberOutcome, { tellsReassigned }: AnsweringLink): void {
    if (tellsReassigned && this.#date !== undefined) this.#addReassigned(outcome);
    // The status is settled: the link was asked only whether the number was reassigned.
    if (this.#end !== undefined) return;
    if ('error' in outcome || outcome.answer === 'check_failed') this.#fail(outcome);
    else this.#addAnswer(outcome.answer, statusOf(outcome.answer));
  }

  /** The chain's answer when every needed link was asked. */
  get outcome(): NumberOutcome {
    const outcome = this.#outcomeOfStatus;
    if (!isAnswered(outcome)) return outcome;
    if (this.#lacksReassigned && this.#reassignedOutage !== undefined) return this.#reassignedOutage;
    if (this.#reassigned === undefined) return outcome;
    return { answer: { ...detailed(outcome.answer), reassigned: this.#reassigned } };
  }

  /** Another link may know what one does not. A dead number has no owner. */
  get #lacksReassigned(): boolean {
    const isTold = this.#reassigned !== undefined && this.#reassigned.is !== 'unknown';
    return this.#date !== undefined && !isTold && statusOf(this.#end) !== 'dead';
  }

  #addReassigned(outcome: NumberOutcome): void {
    if ('error' in outcome) {
      if (isOutage(outcome.error)) this.#reassignedOutage = outcome;
      return;
    }
    const { answer } = readCheckAnswer(outcome.answer);
    const reassigned = typeof answer === 'object' ? answer.reassigned : undefined;
    // A link may return an answer that it kept from an earlier call, about another date.
    if (reassigned?.since === this.#date && this.#lacksReassigned) this.#reassigned = reassigned;
  }

  get #outcomeOfStatus(): NumberOutcome {
    const answer = this.#end ?? this.#inactive;
    if (answer !== undefined) return { answer };
    // `unknown` is charged and not checked again, so it must not stand for a failed check of a link.
    if (this.#failure !== undefined) return this.#failure;
    if (this.#appAbsent !== undefined && this.#isLineLive)
      return { answer: { ...detailed(this.#appAbsent), status: 'inactive' } };
    return { answer: this.#unknown ?? 'check_failed' };
  }

  #addAnswer(answer: CheckAnswer, status: VerificationStatus | undefined): void {
    switch (status) {
      case 'wa_registered':
      case 'telegram_registered':
        this.#end = answer;
        return;
      case 'dead':
        // A line that one link knows in service is not dead because another does not know it.
        if (!this.#isLineLive) this.#end = answer;
        return;
      case 'inactive':
        this.#inactive ??= answer;
        return;
      case 'unknown':
        this.#addUnknown(answer, findingOf(answer));
        return;
      case undefined:
        this.#fail({ error: new TypeError('a link of the chain answered with no verification status') });
        return;
      default:
        status satisfies never;
    }
  }

  #addUnknown(answer: CheckAnswer, finding: Finding | undefined): void {
    if (finding === 'line_live') this.#isLineLive = true;
    if (finding === 'app_absent') this.#appAbsent ??= answer;
    const worth = WORTH.indexOf(finding);
    if (this.#unknown === undefined || worth > WORTH.indexOf(findingOf(this.#unknown)))
      this.#unknown = answer;
  }

  /** An outage says more than an error, and an error more than an entry of a bulk answer. */
  #fail(failure: NumberOutcome): void {
    const before = this.#failure;
    const saysMore =
      'error' in failure && (isOutage(failure.error) || before === undefined || 'answer' in before);
    const isKept = before !== undefined && 'error' in before && isOutage(before.error);
    if (before === undefined || (saysMore && !isKept)) this.#failure = failure;
  }
}

function detailed(answer: CheckAnswer) {
  return typeof answer === 'string' ? { status: answer } : answer;
}
