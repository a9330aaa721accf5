import type { CheckContext, E164 } from '@dialproof/core';
import { maxBulkBytes } from '../../upstream/answers-by-number.js';
import type { Secret } from '../../upstream/secret.js';
import { type Fetch, Upstream, type UpstreamReply, type UpstreamRequest } from '../../upstream/upstream.js';
import { isRefusal, type UpstreamFailure } from '../../upstream/upstream-failure.js';
import { type MatchedRefusal, refusalIn } from '../described-refusal.js';
import type { ReadDescription } from '../description.js';
import { ID, type Scope, TOKEN } from '../template.js';
import { DescribedToken } from '../token/described-token.js';
import { Coverage } from './coverage.js';
import { DescribedRequest } from './described-request.js';

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
  /** The rule of `refusals` by which it is an answer about the number. */
  readonly answer?: MatchedRefusal | undefined;
}

type MakeRequest = (further: Scope) => Promise<UpstreamRequest>;

/** The API of a description: its requests, its refusals and its JSON. */
export class DescribedUpstream {
  readonly description: ReadDescription;
  readonly coverage: Coverage | undefined;
  readonly #request: DescribedRequest;
  readonly #poll: DescribedRequest | undefined;
  readonly #token: DescribedToken | undefined;
  readonly #upstream: Upstream;

  /** Throws TypeError for secrets that do not fit the description. */
  constructor(description: ReadDescription, { fetch, secrets = {} }: DescribedCheckerOptions) {
    this.description = description;
    const { covers, name, poll, request, token } = description;
    this.coverage = covers === undefined ? undefined : new Coverage(covers, name);
    this.#upstream = new Upstream(name, fetch);
    this.#request = new DescribedRequest(request, this.coverage, secrets);
    if (poll !== undefined) {
      const { basic, headers } = request;
      const template = { method: 'GET' as const, url: poll.url, headers, basic };
      this.#poll = new DescribedRequest(template, this.coverage, secrets);
    }
    this.#token = token === undefined ? undefined : new DescribedToken(token, secrets, this.#upstream);
  }

  /** Rejects if the reply is one of the described refusals. */
  replyAbout(number: E164, { signal }: CheckContext): Promise<DescribedReply> {
    return this.#reply((further) => this.#request.about(number, further, signal), signal);
  }

  /** The reply about a look-up that was submitted. Rejects if it is one of the described refusals. */
  replyAboutLookUp(id: string, number: E164, { signal }: CheckContext): Promise<DescribedReply> {
    const request = this.#poll ?? this.#request;
    return this.#reply((further) => request.about(number, new Map([...further, [ID, id]]), signal), signal);
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
