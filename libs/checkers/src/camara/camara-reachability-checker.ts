import type { CheckContext, DetailedAnswer, E164, NumberChecker } from '@dialproof/core';
import { assertOptionNames, systemClock } from '@dialproof/core';
import { z } from 'zod';
import { type Finding, findingAnswer } from '../line-state.js';
import { readBaseUrl } from '../upstream/base-url.js';
import { readSecret, requireSecret, type Secret } from '../upstream/secret.js';
import { type Fetch, parsed, Upstream, type UpstreamReply } from '../upstream/upstream.js';
import type { Refusal } from '../upstream/upstream-failure.js';

export interface CamaraOptions {
  /** The API root of the operator, or of an aggregator of several operators. */
  readonly baseUrl: string;
  /** The OAuth 2 access token. As a function it is asked for before each call, so that it can be renewed before it expires. */
  readonly accessToken: Secret;
  /**
   * The question: whether the device is reachable at present, or whether its subscription is active. For both, make two links of a chain.
   * Default `reachability`.
   */
  readonly asks?: 'reachability' | 'subscription';
  /**
   * The path of the call, behind the base address. Default: that of device reachability 1.0, or of subscription status 0.1, whose name is
   * misspelt there.
   */
  readonly path?: string;
  /** Default the global `fetch`. */
  readonly fetch?: Fetch;
}

const SOURCE = 'camara';

interface Question {
  readonly path: string;
  body(number: E164): unknown;
  /** Undefined for another shape. */
  read(answer: unknown): DetailedAnswer | undefined;
}

const reachability = z.object({
  lastStatusTime: z.string().optional(),
  reachable: z.boolean(),
  connectivity: z.array(z.enum(['DATA', 'SMS'])).nullish(),
});
const subscription = z.object({
  voiceSmsIn: z.enum(['active', 'suspended']),
  voiceSmsOut: z.enum(['active', 'suspended']),
  dataService: z.enum(['active', 'suspended', 'throttled']),
});

/**
 * By CAMARA's descriptions of Device Reachability Status, 'Relevant terms and definitions': `reachable` says whether the network reaches the
 * device, by DATA, SMS or both; and of Subscription Status: each service of the subscription is active or suspended, data also throttled. So a
 * line of which one service is left is in service. Neither ever says that a line does not exist.
 */
const QUESTIONS: Readonly<Record<NonNullable<CamaraOptions['asks']>, Question>> = {
  reachability: {
    path: '/device-reachability-status/v1/retrieve',
    body: (phoneNumber) => ({ device: { phoneNumber } }),
    read(answer) {
      const { data } = reachability.safeParse(answer);
      if (data === undefined) return undefined;
      const word = data.reachable ? ['reachable', ...(data.connectivity ?? [])].join(' ') : 'not reachable';
      const checkedAt = pastTime(data.lastStatusTime);
      const details = { source: SOURCE, word, ...(checkedAt === undefined ? {} : { checkedAt }) };
      return findingAnswer(data.reachable ? 'line_live' : 'line_absent', details);
    },
  },
  subscription: {
    path: '/subscription-status/v0.1/retrive-subscription-status',
    body: (phoneNumber) => ({ phoneNumber }),
    read(answer) {
      const { data } = subscription.safeParse(answer);
      if (data === undefined) return undefined;
      const { dataService, voiceSmsIn, voiceSmsOut } = data;
      const isSuspended = [dataService, voiceSmsIn, voiceSmsOut].every((service) => service === 'suspended');
      const finding: Finding = isSuspended ? 'line_absent' : 'line_live';
      const word = `in ${voiceSmsIn}, out ${voiceSmsOut}, data ${dataService}`;
      return findingAnswer(finding, { source: SOURCE, word });
    },
  },
};

/** Errors that are an answer: the operator does not serve this number, or not in this way. */
const NOT_SERVED = ['IDENTIFIER_NOT_FOUND', 'SERVICE_NOT_APPLICABLE'];

/** Errors that mean something else than their HTTP status says by itself. */
const REFUSALS: ReadonlyMap<string, Refusal> = new Map([['QUOTA_EXCEEDED', 'unavailable']] as const);

/**
 * Asks a mobile network itself, over CAMARA's device reachability or subscription status, about one number at a time. It answers whether
 * the line is in service, unreachable or suspended. It knows nothing about apps, so a line in service is `unknown` (`line_live`). It never
 * answers that a line does not exist: a number of another operator's customer is `unknown`. The price of a number is in the contract with
 * the operator.
 *
 * A token for a single subscriber (three-legged) does not fit: it is refused for every other number.
 */
export function camaraReachabilityChecker(options: CamaraOptions): NumberChecker {
  assertOptionNames('camaraReachabilityChecker', options, {
    accessToken: true,
    asks: true,
    baseUrl: true,
    fetch: true,
    path: true,
  });
  const { asks = 'reachability' } = options;
  if (!Object.hasOwn(QUESTIONS, asks)) {
    throw new TypeError(`option asks must be reachability or subscription, not ${String(asks)}`);
  }
  const question = QUESTIONS[asks];
  const { path = question.path } = options;
  if (!/^\/[\w./-]+$/.test(path)) throw new TypeError('option path must be a path such as /api/v1/retrieve');
  const url = readBaseUrl('baseUrl', options.baseUrl) + path;
  const upstream = new Upstream(SOURCE, options.fetch);
  const accessToken = requireSecret('accessToken', options.accessToken);
  return {
    async check(number: E164, { signal }: CheckContext): Promise<DetailedAnswer> {
      const token = await readSecret('accessToken', accessToken, signal);
      const reply = await upstream.send({
        method: 'POST',
        url,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(question.body(number)),
        secrets: [token],
        signal,
      });
      if (!reply.isSuccess) return readRefusal(upstream, reply);
      const answer = question.read(upstream.json(reply));
      if (answer === undefined) throw upstream.failure('answered with another shape');
      return answer;
    },
  };
}

function readRefusal(upstream: Upstream, reply: UpstreamReply): DetailedAnswer {
  const { data } = z.object({ code: z.string() }).safeParse(parsed(reply.text));
  const code = data?.code ?? '';
  if (NOT_SERVED.includes(code)) return findingAnswer('line_unclear', { source: SOURCE, word: code });
  throw upstream.refused(reply, code, REFUSALS.get(code));
}

/** Reads a time; undefined for a malformed one, and for one in the future. */
function pastTime(text: string | undefined): Date | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return time <= systemClock.now() ? new Date(time) : undefined;
}
