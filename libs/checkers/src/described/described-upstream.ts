import type { CheckContext, E164 } from '@dialproof/core';
import { maxBulkBytes } from '../upstream/answers-by-number.js';
import type { Secret } from '../upstream/secret.js';
import { type Fetch, Upstream, type UpstreamReply } from '../upstream/upstream.js';
import type { UpstreamFailure } from '../upstream/upstream-failure.js';
import { Coverage } from './coverage.js';
import { refusalIn } from './described-refusal.js';
import { DescribedRequest } from './described-request.js';
import type { ReadDescription } from './description.js';

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

/** The API of a description: its requests, its refusals and its JSON. */
export class DescribedUpstream {
  readonly description: ReadDescription;
  readonly coverage: Coverage | undefined;
  readonly #request: DescribedRequest;
  readonly #upstream: Upstream;

  /** Throws TypeError for secrets that do not fit the description. */
  constructor(description: ReadDescription, { fetch, secrets = {} }: DescribedCheckerOptions) {
    this.description = description;
    const { covers, name, request } = description;
    this.coverage = covers === undefined ? undefined : new Coverage(covers, name);
    this.#request = new DescribedRequest(request, this.coverage, secrets);
    this.#upstream = new Upstream(name, fetch);
  }

  /** Rejects if the reply is one of the described refusals. */
  async replyAbout(number: E164, { signal }: CheckContext): Promise<UpstreamReply> {
    return this.#unlessRefused(await this.#upstream.send(await this.#request.about(number, signal)));
  }

  /** Rejects if the reply is one of the described refusals. */
  async replyAboutMany(numbers: readonly E164[], { signal }: CheckContext): Promise<UpstreamReply> {
    const request = await this.#request.aboutMany(numbers, signal);
    return this.#unlessRefused(
      await this.#upstream.send({ ...request, maxBytes: maxBulkBytes(numbers.length) }),
    );
  }

  /** The JSON of a success. Throws for any other reply. */
  bodyOf(reply: UpstreamReply): unknown {
    if (!reply.isSuccess) throw this.#upstream.refused(reply);
    return this.#upstream.json(reply);
  }

  failure(what: string): UpstreamFailure {
    return this.#upstream.failure(what);
  }

  #unlessRefused(reply: UpstreamReply): UpstreamReply {
    const refusal = refusalIn(reply, this.description, this.#upstream);
    if (refusal !== undefined) throw refusal;
    return reply;
  }
}
