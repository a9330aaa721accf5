import { createHmac } from 'node:crypto';
import {
  assertOptionNames,
  type Clock,
  type NumberChecker,
  type OptionNames,
  systemClock,
} from '@dialproof/core';
import { z } from 'zod';
import { type Finding, findingAnswer, findingOfMobileNetwork } from '../line-state.js';
import { readBaseUrl, readSecret, requireSecret, type Secret } from '../upstream/secret.js';
import { type Fetch, Upstream, type UpstreamReply } from '../upstream/upstream.js';
import { digitsOf } from '../upstream/upstream-reply.js';

export interface HlrLookupsOptions {
  readonly apiKey: Secret;
  /** The API secret that signs requests. It is never sent. */
  readonly apiSecret: Secret;
  /** Default `https://www.hlr-lookups.com/api/v2`. */
  readonly baseUrl?: string;
  /** Default the global `fetch`. */
  readonly fetch?: Fetch;
  /** The time of the signature. Default the system's. */
  readonly clock?: Pick<Clock, 'now'>;
}

const SOURCE = 'hlr-lookups';

const looked = z.object({
  msisdn: z.string(),
  connectivity_status: z.string(),
  data_source: z.string().nullish(),
});

/** By 'Connectivity Status Description' of https://www.hlr-lookups.com/en/connectivity-stats, which each comment paraphrases. */
const LINES: ReadonlyMap<string, Finding> = new Map<string, Finding>([
  // The number is valid, and the handset is connected at present.
  ['CONNECTED', 'line_live'],
  // The number is valid; the handset is switched off or out of reach.
  ['ABSENT', 'line_absent'],
  // No subscriber of the mobile network has it, or it is invalid.
  ['INVALID_MSISDN', 'line_dead'],
  // It could not be found out, for want of a connection to the network or because something failed.
  ['UNDETERMINED', 'line_unclear'],
]);

/**
 * The only source that knows the line. The same page, 'How to detect MNP connectivity?': on hybrid and portability routes every number is
 * CONNECTED, out of a portability database (`MNP_DB`), which knows a number's network and not its line.
 */
const LIVE_SOURCE = 'LIVE_HLR';

const OPTION_NAMES: OptionNames<HlrLookupsOptions> = {
  apiKey: true,
  apiSecret: true,
  baseUrl: true,
  clock: true,
  fetch: true,
};

/**
 * Asks hlr-lookups.com about one number at a time. It answers whether a mobile line is connected, absent or does not exist. It knows
 * nothing about apps, so a connected line is `unknown` (`line_live`), and nothing about other lines than mobile ones, which are never
 * `dead`. The price of a number depends on its route in the vendor's price list; the example answer of its documentation shows a cost of
 * 0.0100.
 *
 * A network that does not answer (`UNDETERMINED`) is `unknown`, and so is every answer that does not come from the network itself, such as
 * `CONNECTED` out of a portability database.
 */
export function hlrLookupsChecker(options: HlrLookupsOptions): NumberChecker {
  assertOptionNames('hlrLookupsChecker', options, OPTION_NAMES);
  const upstream = new Upstream(SOURCE, options.fetch);
  const send = signedSend(upstream, options);
  return {
    async check(number, { signal }) {
      const reply = await send('POST', '/hlr-lookup', JSON.stringify({ msisdn: number }), signal);
      const { data } = looked.safeParse(upstream.json(reply));
      if (data === undefined) throw upstream.failure('answered with another shape');
      if (digitsOf(data.msisdn) !== number.slice(1)) throw upstream.failure('answered about another number');
      const { connectivity_status: word, data_source: from } = data;
      const said = LINES.get(word);
      if (said === undefined) throw upstream.failure('answered with a status that is not known here');
      const finding = findingOfMobileNetwork(said, number);
      if (from === LIVE_SOURCE || finding === 'line_unclear')
        return findingAnswer(finding, { source: SOURCE, word });
      const source = reply.quotable(from ?? undefined) ?? 'no source';
      return findingAnswer('line_unclear', { source: SOURCE, word: `${word} by ${source}` });
    },
  };
}

/**
 * Asks whether the credentials are accepted and looks up no number: the vendor's test of authentication, `GET /auth-test`
 * (https://www.hlr-lookups.com/en/api-docs#get-auth-test). Rejects like a check.
 */
export async function tryHlrLookups(options: HlrLookupsOptions, signal: AbortSignal): Promise<void> {
  assertOptionNames('tryHlrLookups', options, OPTION_NAMES);
  await signedSend(new Upstream(SOURCE, options.fetch), options)('GET', '/auth-test', '', signal);
}

type SignedSend = (
  method: 'GET' | 'POST',
  endpoint: string,
  /** Empty for none. */
  body: string,
  signal: AbortSignal,
) => Promise<UpstreamReply>;

/** Sends signed requests. They resolve to a successful reply, and reject for every other one. */
function signedSend(upstream: Upstream, options: HlrLookupsOptions): SignedSend {
  const { baseUrl = 'https://www.hlr-lookups.com/api/v2', clock = systemClock } = options;
  const base = readBaseUrl('baseUrl', baseUrl);
  const apiKey = requireSecret('apiKey', options.apiKey);
  const apiSecret = requireSecret('apiSecret', options.apiSecret);
  return async (method, endpoint, body, signal) => {
    const key = await readSecret('apiKey', apiKey, signal);
    const secret = await readSecret('apiSecret', apiSecret, signal);
    const timestamp = Math.floor(clock.now() / 1_000);
    const headers = {
      accept: 'application/json',
      'x-digest-key': key,
      'x-digest-signature': signatureOf({ method, endpoint, timestamp, body }, secret),
      'x-digest-timestamp': String(timestamp),
      ...(body === '' ? {} : { 'content-type': 'application/json' }),
    };
    const content = body === '' ? {} : { body };
    const secrets = [key, secret];
    const reply = await upstream.send({ method, url: base + endpoint, headers, ...content, secrets, signal });
    if (!reply.isSuccess) throw upstream.refused(reply);
    return reply;
  };
}

interface SignedRequest {
  readonly method: string;
  /** The path behind the base address. */
  readonly endpoint: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  /** Empty for a request without one. */
  readonly body: string;
}

/**
 * The digest of a request, as the vendor's documentation (https://www.hlr-lookups.com/en/api-docs, authentication) and its public clients
 * have it: HMAC-SHA256 under the API secret, in hex, of endpoint, timestamp, method and body without anything between them.
 */
export function signatureOf({ body, endpoint, method, timestamp }: SignedRequest, apiSecret: string): string {
  return createHmac('sha256', apiSecret).update(`${endpoint}${timestamp}${method}${body}`).digest('hex');
}
