import type { CheckContext, E164, NumberChecker } from '@dialproof/core';
import { digitsOf } from '../upstream/answers-by-number.js';
import type { UpstreamReply } from '../upstream/upstream.js';
import { answerIn, answerOf, type ReadAnswer } from './described-answer.js';
import type { DescribedUpstream } from './described-upstream.js';
import { valueAt } from './json-path.js';

/** Asks a described API about one number a call. */
export class DescribedSingleChecker implements NumberChecker {
  readonly #api: DescribedUpstream;

  constructor(api: DescribedUpstream) {
    this.#api = api;
  }

  async check(number: E164, context: CheckContext): ReturnType<NumberChecker['check']> {
    const known = this.#api.coverage?.answerWithoutCall(number);
    if (known !== undefined) return known;
    const read = this.#read(await this.#api.replyAbout(number, context), number);
    if ('problem' in read) throw this.#api.failure(read.problem);
    return read.answer;
  }

  /** If the answer names a number, it must be this one. */
  #read(reply: UpstreamReply, number: E164): ReadAnswer {
    const { answer: rules, name: source } = this.#api.description;
    const outcome = rules.httpStatus[String(reply.status)];
    if (outcome !== undefined) {
      const found = `HTTP ${reply.status}`;
      return answerOf(outcome, { found, source, reason: found });
    }
    const body = this.#api.bodyOf(reply);
    if (rules.number !== undefined && digitsOf(valueAt(body, rules.number)) !== number.slice(1))
      return { problem: 'answered about another number' };
    return answerIn(body, this.#api.description, reply.quotable);
  }
}
