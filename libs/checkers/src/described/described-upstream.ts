import type { CheckContext, ConsentDate, DetailedAnswer, E164 } from '@dialproof/core';
import { findingAnswer } from '../line-state.js';
import type { Secret } from '../upstream/secret.js';
import {
  type Fetch,
  parsed,
  Upstream,
  type UpstreamReply,
  type UpstreamRequest,
} from '../upstream/upstream.js';
import { isRefusal, type Refusal, type UpstreamFailure } from '../upstream/upstream-failure.js';
import { maxBulkBytes } from '../upstream/upstream-reply.js';
import { Coverage, DescribedRequest } from './described-request.js';
import { DescribedToken } from './described-token.js';
import type { ReadDescription } from './description.js';
import { type Outcome, type Poll, valueAt, wordOf } from './description-fields.js';
import { CONSENT_DATE, ID, type Scope, TOKEN } from './template.js';

export interface DescribedCheckerOptions {
  /** The values of `{secret.name}` in the description, which must not contain secrets itself. */
  readonly secrets?: Readonly<Record<string, Secret>>;
  /**
   * Hears why numbers of a bulk answer were failed checks while others were answered, such as `answered with a value at state that the
   * description does not list`: each reason once. Where no number was answered, the call rejects with it instead. What it throws is ignored.
   */
  readonly onFailedEntry?: (problem: string) => void;
  /** Default the global `fetch`. */
  readonly fetch?: Fetch;
}

/** A reply that is no refusal. */
export interface DescribedReply extends UpstreamReply {
  /** The rule of `refusals` by which the reply is an answer about the number. */
  readonly answer?: MatchedRefusal | undefined;
}

/** How look-ups are polled that were submitted. */
export interface LookUpRequests {
  readonly poll: Poll;
  /** The reply about one of them. Rejects if it is one of the described refusals. */
  replyAbout(id: string, number: E164, context: CheckContext): Promise<DescribedReply>;
}

type MakeRequest = (further: Scope) => Promise<UpstreamRequest>;

/** The API of a description: its requests, its refusals and its JSON. */
export class DescribedUpstream {
  readonly description: ReadDescription;
  readonly coverage: Coverage | undefined;
  /** Undefined if every reply comes at once. */
  readonly lookUps: LookUpRequests | undefined;
  readonly #request: DescribedRequest;
  readonly #token: DescribedToken | undefined;
  readonly #upstream: Upstream;

  /** Throws TypeError for secrets that do not fit the description. */
  constructor(description: ReadDescription, { fetch, secrets = {} }: DescribedCheckerOptions) {
    this.description = description;
    const { covers, name, poll, request, token } = description;
    this.coverage = covers === undefined ? undefined : new Coverage(covers, name);
    this.#upstream = new Upstream(name, fetch);
    this.#request = new DescribedRequest(request, this.coverage, secrets);
    this.lookUps = poll && this.#lookUps(poll, secrets);
    this.#token = token === undefined ? undefined : new DescribedToken(token, secrets, this.#upstream);
  }

  /** The date of consent that a request about this number asks about. */
  sinceOf(number: E164, { consentDates }: CheckContext): ConsentDate | undefined {
    return this.description.answer.reassigned === undefined ? undefined : consentDates?.get(number);
  }

  /** The answer for a number that is not asked about: it is not covered, or the request needs a date of consent that it does not have. */
  answerWithoutCall(number: E164, context: CheckContext): DetailedAnswer | undefined {
    const { answer, name: source } = this.description;
    const lacksDate = answer.reassigned !== undefined && this.sinceOf(number, context) === undefined;
    const undated = lacksDate
      ? findingAnswer('line_unclear', { source, word: 'no date of consent' })
      : undefined;
    return this.coverage?.answerWithoutCall(number) ?? undated;
  }

  /** Rejects if the reply is one of the described refusals. */
  replyAbout(number: E164, context: CheckContext): Promise<DescribedReply> {
    const { signal } = context;
    const since = this.sinceOf(number, context);
    const request: MakeRequest = (further) =>
      this.#request.about(
        number,
        since === undefined ? further : new Map([...further, [CONSENT_DATE, since]]),
        signal,
      );
    return this.#reply(request, signal);
  }

  /** Rejects if the reply is one of the described refusals. */
  replyAboutMany(numbers: readonly E164[], { signal }: CheckContext): Promise<UpstreamReply> {
    const maxBytes = maxBulkBytes(numbers.length);
    const request: MakeRequest = async (further) => ({
      ...(await this.#request.aboutMany(numbers, further, signal)),
      maxBytes,
    });
    return this.#reply(request, signal);
  }

  /** The JSON of a success. Throws for any other reply. */
  bodyOf(reply: UpstreamReply): unknown {
    if (!reply.isSuccess) throw this.#upstream.refused(reply);
    return this.#upstream.json(reply);
  }

  failure(what: string): UpstreamFailure {
    return this.#upstream.failure(what);
  }

  #lookUps(poll: Poll, secrets: Readonly<Record<string, Secret>>): LookUpRequests {
    const { basic, headers } = this.description.request;
    const template = { method: 'GET' as const, url: poll.url, headers, basic };
    const request = new DescribedRequest(template, this.coverage, secrets);
    return {
      poll,
      replyAbout: (id, number, { signal }) =>
        this.#reply((further) => request.about(number, new Map([...further, [ID, id]]), signal), signal),
    };
  }

  async #reply(request: MakeRequest, signal: AbortSignal): Promise<DescribedReply> {
    const reply = await this.#send(request, signal);
    const answer = refusalIn(reply, this.description);
    if (answer === undefined) return reply;
    const { means, retryAfterMs, word } = answer;
    if (isRefusal(means)) throw this.#upstream.refused({ ...reply, retryAfterMs }, word, means);
    return { ...reply, answer };
  }

  /** A kept token that is refused may have ended before its time, so the request is made once more, with a new one (RFC 6750, 3.1). */
  async #send(request: MakeRequest, signal: AbortSignal): Promise<UpstreamReply> {
    const token = this.#token;
    if (token === undefined) return this.#upstream.send(await request(new Map()));
    const used = await token.use(signal);
    const reply = await this.#upstream.send(await request(new Map([[TOKEN, used.text]])));
    if (used.isNew || reply.status !== 401) return reply;
    token.forget(used);
    const { text } = await token.use(signal);
    return this.#upstream.send(await request(new Map([[TOKEN, text]])));
  }
}

/** The refusal that a rule gives for a reply. */
interface MatchedRefusal {
  readonly means: Refusal | Outcome;
  /** The value in the reply at the rule's `path`; undefined for a rule without a path. */
  readonly word: string | undefined;
  readonly retryAfterMs: number | undefined;
}

/** The first of the refusals of a description that matches a reply. */
function refusalIn(reply: UpstreamReply, { refusals }: ReadDescription): MatchedRefusal | undefined {
  const body = parsed(reply.text);
  for (const { httpStatus, means, path, retryAfterSeconds, values } of refusals) {
    const word = path === undefined ? undefined : wordOf(valueAt(body, path));
    const fits = values === undefined || (word !== undefined && values.includes(word));
    if (fits && (httpStatus === undefined || httpStatus.includes(reply.status))) {
      const seconds = retryAfterSeconds === undefined ? Number.NaN : Number(valueAt(body, retryAfterSeconds));
      return { means, word, retryAfterMs: seconds >= 0 ? seconds * 1_000 : reply.retryAfterMs };
    }
  }
  return undefined;
}
