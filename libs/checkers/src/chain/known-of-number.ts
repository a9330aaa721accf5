import type { CheckAnswer, VerificationStatus } from '@dialproof/core';
import { isOutage, type NumberOutcome } from '../calls/number-outcomes.js';
import { statusOf } from '../calls/same-kind.js';
import { type Finding, findingOf } from '../line-state.js';

/** Of several `unknown` answers, the chain gives the one whose finding comes last here. */
const WORTH: readonly (Finding | undefined)[] = [undefined, 'line_unclear', 'app_absent', 'line_live'];

/** The answers of a chain's links for one number so far. */
export class KnownOfNumber {
  readonly #askAfterTelegram: boolean;
  #end: CheckAnswer | undefined;
  #telegram: CheckAnswer | undefined;
  #inactive: CheckAnswer | undefined;
  #unknown: CheckAnswer | undefined;
  #isLineLive = false;
  #appAbsent: CheckAnswer | undefined;
  #failure: NumberOutcome | undefined;

  constructor(askAfterTelegram: boolean) {
    this.#askAfterTelegram = askAfterTelegram;
  }

  /** Whether the next link is to be asked about it. */
  get isOpen(): boolean {
    return this.#end === undefined;
  }

  add(outcome: NumberOutcome): void {
    if ('error' in outcome || outcome.answer === 'check_failed') this.#fail(outcome);
    else this.#addAnswer(outcome.answer, statusOf(outcome.answer));
  }

  /** The chain's answer when every needed link was asked. */
  get outcome(): NumberOutcome {
    const answer = this.#end ?? this.#telegram ?? this.#inactive;
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
      case 'dead':
        if (status === 'dead' && this.#telegram !== undefined) return;
        this.#end = answer;
        return;
      case 'telegram_registered':
        if (this.#askAfterTelegram) this.#telegram ??= answer;
        else this.#end = answer;
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
