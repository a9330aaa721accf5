import type { CheckContext, E164, NumberChecker } from '@dialproof/core';
import { digitsOf } from '../upstream/answers-by-number.js';
import { isRefusal } from '../upstream/upstream-failure.js';
import { DescribedLookUps } from './calls/described-look-ups.js';
import type { DescribedReply, DescribedUpstream } from './calls/described-upstream.js';
import { answerIn, answerOf, type ReadAnswer } from './described-answer.js';
import { valueAt } from './json-path.js';

/** Asks a described API about one number a call. */
export class DescribedSingleChecker implements NumberChecker {
  readonly #api: DescribedUpstream;
  readonly #lookUps: Pick<DescribedUpstream, 'replyAbout'>;

  constructor(api: DescribedUpstream) {
    this.#api = api;
    const { poll } = api.description;
    this.#lookUps = poll === undefined ? api : new DescribedLookUps(api, poll);
  }

  async check(number: E164, context: CheckContext): ReturnType<NumberChecker['check']> {
    const known = this.#api.coverage?.answerWithoutCall(number);
    if (known !== undefined) return known;
    const read = this.#read(await this.#lookUps.replyAbout(number, context), number);
    if ('problem' in read) throw this.#api.failure(read.problem);
    return read.answer;
  }

  /** If the answer names a number, it must be this one. */
  #read(reply: DescribedReply, number: E164): ReadAnswer {
    const { answer: rules, name: source } = this.#api.description;
    const { answer } = reply;
    if (answer !== undefined && !isRefusal(answer.means)) {
      const reason = reply.quotable(answer.word ?? `HTTP ${reply.status}`);
      return answerOf(answer.means, { found: `HTTP ${reply.status}`, source, reason });
    }
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
