import type { CheckContext, E164, NumberChecker, Reassigned } from '@dialproof/core';
import { digitsOf } from '../upstream/answers-by-number.js';
import { isRefusal } from '../upstream/upstream-failure.js';
import { DescribedLookUps } from './calls/described-look-ups.js';
import type { DescribedReply, DescribedUpstream } from './calls/described-upstream.js';
import { answerIn, answerOf, type ReadAnswer } from './described-answer.js';
import { valueAt, wordOf } from './json-path.js';

/** Asks a described API about one number a call. */
export class DescribedSingleChecker implements NumberChecker {
  readonly #api: DescribedUpstream;
  readonly #lookUps: Pick<DescribedUpstream, 'replyAbout'>;
  readonly tellsReassigned: boolean;

  constructor(api: DescribedUpstream) {
    this.#api = api;
    this.tellsReassigned = api.description.answer.reassigned !== undefined;
    this.#lookUps = api.lookUps === undefined ? api : new DescribedLookUps(api, api.lookUps);
  }

  async check(number: E164, context: CheckContext): ReturnType<NumberChecker['check']> {
    const known = this.#api.answerWithoutCall(number, context);
    if (known !== undefined) return known;
    const reply = await this.#lookUps.replyAbout(number, context);
    const read = this.#read(reply, number);
    if ('problem' in read) throw this.#api.failure(read.problem);
    const since = this.#api.sinceOf(number, context);
    if (since === undefined) return read.answer;
    const answer = typeof read.answer === 'string' ? { status: read.answer } : read.answer;
    return { ...answer, reassigned: { since, is: this.#reassigned(reply) } };
  }

  #reassigned(reply: DescribedReply): Reassigned {
    const { reassigned } = this.#api.description.answer;
    if (reassigned === undefined || !reply.isSuccess) return 'unknown';
    const word = wordOf(valueAt(this.#api.bodyOf(reply), reassigned.path)) ?? '';
    return (Object.hasOwn(reassigned.values, word) ? reassigned.values[word] : undefined) ?? 'unknown';
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
