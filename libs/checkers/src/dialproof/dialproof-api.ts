import { assertOptionNames, type CheckContext } from '@dialproof/core';
import { z } from 'zod';
import { readBaseUrl } from '../upstream/base-url.js';
import { readSecret, requireSecret, type Secret } from '../upstream/secret.js';
import {
  type Fetch,
  parsed,
  Upstream,
  type UpstreamReply,
  type UpstreamRequest,
} from '../upstream/upstream.js';
import type { Refusal, UpstreamFailure } from '../upstream/upstream-failure.js';

export interface DialproofOptions {
  /** The service's base address: calls go to `{baseUrl}/v1/...`. */
  readonly baseUrl: string;
  /** The token of the account that pays there. */
  readonly token: Secret;
  /** Default the global `fetch`. */
  readonly fetch?: Fetch;
}

export const SOURCE = 'dialproof';

/** Codes that mean something else than their HTTP status says by itself. What is wrong with their upstream is for them to mend. */
const REFUSALS: ReadonlyMap<string, Refusal> = new Map([
  ['account_suspended', 'suspended'],
  ['insufficient_credits', 'out_of_funds'],
  ['checker_unavailable', 'unavailable'],
  ['checker_unauthorized', 'unavailable'],
  ['checker_suspended', 'unavailable'],
  ['checker_out_of_funds', 'unavailable'],
] as const);

export type DialproofRequest = Pick<UpstreamRequest, 'method'> &
  Partial<UpstreamRequest> & { readonly refusals?: readonly number[] };

/** The HTTP API of another service of this kind. */
export class DialproofApi {
  readonly #upstream: Upstream;
  readonly #baseUrl: string;
  readonly #token: Secret;

  constructor({ baseUrl, fetch, token }: DialproofOptions) {
    this.#upstream = new Upstream(SOURCE, fetch);
    this.#baseUrl = readBaseUrl('baseUrl', baseUrl);
    this.#token = requireSecret('token', token);
  }

  /** Resolves to a reply that is a success, or a refusal with one of the HTTP statuses `refusals`. Rejects with the errors of a checker. */
  async ask(
    path: string,
    { headers, refusals = [], ...request }: DialproofRequest,
    { signal }: CheckContext,
  ): Promise<UpstreamReply> {
    const token = await readSecret('token', this.#token, signal);
    const reply = await this.#upstream.send({
      ...request,
      url: this.#baseUrl + path,
      headers: { ...headers, authorization: `Bearer ${token}` },
      secrets: [token],
      signal,
    });
    if (reply.isSuccess || refusals.includes(reply.status)) return reply;
    const { data } = z.object({ detail: z.string() }).safeParse(parsed(reply.text));
    throw this.#upstream.refused(reply, data?.detail, REFUSALS.get(data?.detail ?? ''));
  }

  json(reply: UpstreamReply): unknown {
    return this.#upstream.json(reply);
  }

  failure(what: string): UpstreamFailure {
    return this.#upstream.failure(what);
  }
}

/** Asks for the credits of the account, `GET /v1/credits`, which costs none of them. Rejects as a check does. */
export async function tryDialproof(options: DialproofOptions, signal: AbortSignal): Promise<void> {
  assertOptionNames('tryDialproof', options, { baseUrl: true, fetch: true, token: true });
  await new DialproofApi(options).ask('/v1/credits', { method: 'GET' }, { signal });
}
