import { type CheckContext, type E164, isDialproofError, systemClock } from '@dialproof/core';
import { wait } from '../calls/waiting.js';
import { UpstreamFailure } from '../upstream/upstream-failure.js';
import type { DescribedReply, DescribedUpstream, LookUpRequests } from './described-upstream.js';
import { valueAt, wordOf } from './description-fields.js';

/** The most polls in a row that may fail. Meanwhile the look-up continues, and it is paid for. */
const MAX_FAILED_POLLS = 5;
/** The bounds of the look-ups that are remembered. One that has not ended within an hour is taken for lost. */
const [MAX_OPEN, OPEN_MS] = [10_000, 3_600_000];

/** HTTP statuses of a look-up that the API does not know any more. */
const GONE = [404, 410];

interface LookUp {
  readonly id: string;
  readonly submittedAt: number;
}

/**
 * Look-ups that an API answers later: they are submitted, and polled until they have ended. If a check ends before its look-up, the next check of the
 * number polls that look-up again, since a new one would cost again.
 */
export class DescribedLookUps {
  readonly #api: DescribedUpstream;
  readonly #requests: LookUpRequests;
  /** The look-ups that have not ended, the oldest first. */
  readonly #open = new Map<E164, LookUp>();

  constructor(api: DescribedUpstream, requests: LookUpRequests) {
    this.#api = api;
    this.#requests = requests;
  }

  /** The reply with the result. An error after the submission says that the number may be charged. */
  async replyAbout(number: E164, context: CheckContext): Promise<DescribedReply> {
    const open = this.#openOf(number);
    if (open !== undefined) return this.#ended(open.id, number, 0, context);
    const reply = await this.#api.replyAbout(number, context);
    if (!this.#isPending(reply)) return reply;
    const id = wordOf(valueAt(this.#api.bodyOf(reply), this.#requests.poll.id));
    if (id === undefined) throw this.#api.failure('answered a submission without an id');
    this.#open.set(number, { id, submittedAt: systemClock.elapsed() });
    return this.#ended(id, number, this.#everyMs, context);
  }

  get #everyMs(): number {
    return this.#requests.poll.everySeconds * 1_000;
  }

  async #ended(id: string, number: E164, firstMs: number, context: CheckContext): Promise<DescribedReply> {
    let waitMs = firstMs;
    for (let failed = 0; ; ) {
      await wait(systemClock, waitMs, context.signal);
      waitMs = this.#everyMs;
      let isGone = false;
      try {
        const reply = await this.#requests.replyAbout(id, number, context);
        if (!this.#isPending(reply)) {
          const isAnswered = reply.isSuccess || reply.answer !== undefined;
          isGone = !isAnswered && GONE.includes(reply.status);
          // Either way the look-up is over: the next check of this number submits a new one.
          if (isAnswered || isGone) this.#open.delete(number);
          if (!isAnswered) this.#api.bodyOf(reply);
          return reply;
        }
        failed = 0;
      } catch (error) {
        failed += 1;
        const passes = error instanceof UpstreamFailure || isDialproofError(error, 'checker_unavailable');
        const isPolledAgain = passes && !isGone && failed <= MAX_FAILED_POLLS;
        if (isPolledAgain) waitMs = Math.max(waitMs, error.retryAfterMs ?? 0);
        else if (context.signal.aborted || !(error instanceof Error)) throw error;
        else throw Object.assign(error, { mayBeCharged: true });
      }
    }
  }

  #isPending(reply: DescribedReply): boolean {
    if (!reply.isSuccess) return false;
    const { path, values } = this.#requests.poll.pending;
    return values.includes(wordOf(valueAt(this.#api.bodyOf(reply), path)) ?? '');
  }

  #openOf(number: E164): LookUp | undefined {
    const before = systemClock.elapsed() - OPEN_MS;
    for (const [known, { submittedAt }] of this.#open) {
      if (submittedAt > before && this.#open.size <= MAX_OPEN) break;
      this.#open.delete(known);
    }
    return this.#open.get(number);
  }
}
