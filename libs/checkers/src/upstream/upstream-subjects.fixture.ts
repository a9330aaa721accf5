import {
  type BulkAnswer,
  type BulkNumberChecker,
  type E164,
  isBulkNumberChecker,
  type NumberChecker,
  type VerificationStatus,
} from '@dialproof/core';
import {
  dialproofUpstream,
  hlrLookupsUpstream,
  infobipUpstream,
  telegramGatewayUpstream,
  twilioUpstream,
  type UpstreamAnswers,
} from '@dialproof/testkit/upstreams';
import { exampleAt, exampleUpstream } from '../described/described-examples.fixture.js';
import { describedChecker } from '../described/index.js';
import { dialproofBatchChecker, dialproofChecker } from '../dialproof/index.js';
import { hlrLookupsChecker } from '../hlr-lookups/index.js';
import { infobipChecker } from '../infobip/index.js';
import { telegramGatewayChecker } from '../telegram-gateway/index.js';
import { twilioLookupChecker } from '../twilio/index.js';
import type { Fetch } from './upstream.js';

/** A checker and the API that it speaks to, as the suites of this folder take them. */
export interface UpstreamSubject {
  readonly name: string;
  /** A new upstream, which knows the numbers of `answers`. */
  upstream(): UpstreamAnswers;
  create(options: {
    readonly baseUrl: string;
    readonly secret?: string;
    readonly fetch?: Fetch;
  }): UpstreamChecker;
  /** Each number that is asked about with its status; two statuses at least. */
  readonly answers: readonly (readonly [number: E164, status: VerificationStatus])[];
}

export type UpstreamChecker = NumberChecker | BulkNumberChecker;

/** The secret that each upstream knows. */
export const SECRET = 'our+Secret/0123456789';

// Numbers that are spelt out in E.164 need no reader.
export const [FIRST, SECOND, THIRD, FOURTH] = [
  '+14155552671',
  '+442071838750',
  '+41791234567',
  '+390612345678',
] as E164[] as [E164, E164, E164, E164];

/** Asks about all numbers, in one call where the checker takes many. */
export async function ask(
  checker: UpstreamChecker,
  numbers: readonly E164[],
  signal: AbortSignal = new AbortController().signal,
): Promise<readonly BulkAnswer[]> {
  if (isBulkNumberChecker(checker)) return checker.checkMany(numbers, { signal });
  return Promise.all(numbers.map((number) => checker.check(number, { signal })));
}

export function statusIn(answer: BulkAnswer | undefined): string | undefined {
  return typeof answer === 'object' ? answer.status : answer;
}

const LINE_ANSWERS = [
  [FIRST, 'unknown'],
  [SECOND, 'inactive'],
  [THIRD, 'dead'],
] as const;

const twilioLines = new Map([
  [FIRST, 'active'],
  [SECOND, 'unreachable'],
  [THIRD, 'TOO_SHORT'],
]);

function twilio() {
  return twilioUpstream({ accountSid: 'AC00', authToken: SECRET, lines: twilioLines });
}

const EXAMPLE_LINES = new Map([
  [FIRST, 'live'],
  [THIRD, 'gone'],
]);

const DIALPROOF_ANSWERS = [
  [FIRST, 'wa_registered'],
  [SECOND, 'telegram_registered'],
  [THIRD, 'dead'],
] as const;
const DIALPROOF_NUMBERS = new Map(DIALPROOF_ANSWERS);

export const UPSTREAM_SUBJECTS: readonly UpstreamSubject[] = [
  {
    name: 'twilioLookupChecker',
    upstream: twilio,
    create: ({ secret = SECRET, ...options }) =>
      twilioLookupChecker({ ...options, accountSid: 'AC00', authToken: secret }),
    answers: LINE_ANSWERS,
  },
  {
    name: 'infobipChecker',
    upstream: () =>
      infobipUpstream({
        apiKey: SECRET,
        lines: new Map([
          [FIRST, 'DELIVERED_TO_HANDSET'],
          [SECOND, 'EC_ABSENT_SUBSCRIBER'],
          [THIRD, 'EC_UNKNOWN_SUBSCRIBER'],
        ]),
      }),
    create: ({ secret = SECRET, ...options }) => infobipChecker({ ...options, apiKey: secret }),
    answers: LINE_ANSWERS,
  },
  {
    name: 'hlrLookupsChecker',
    upstream: () =>
      hlrLookupsUpstream({
        apiKey: 'a-key-with-a-name',
        apiSecret: SECRET,
        lines: new Map([
          [FIRST, 'CONNECTED'],
          [SECOND, 'ABSENT'],
          [THIRD, 'INVALID_MSISDN'],
        ]),
      }),
    create: ({ secret = SECRET, ...options }) =>
      hlrLookupsChecker({ ...options, apiKey: 'a-key-with-a-name', apiSecret: secret }),
    answers: LINE_ANSWERS,
  },
  {
    name: 'telegramGatewayChecker',
    upstream: () =>
      telegramGatewayUpstream({
        accessToken: SECRET,
        numbers: new Map([
          [FIRST, 'reachable'],
          [SECOND, 'PHONE_NUMBER_NOT_FOUND'],
          [THIRD, 'PHONE_NUMBER_INVALID'],
        ]),
      }),
    create: ({ secret = SECRET, ...options }) =>
      telegramGatewayChecker({ ...options, accessToken: secret, ownersOfAllNumbersHaveConsented: true }),
    answers: [
      [FIRST, 'telegram_registered'],
      [SECOND, 'unknown'],
      [THIRD, 'unknown'],
    ],
  },
  {
    name: 'dialproofChecker',
    upstream: () => dialproofUpstream({ token: SECRET, numbers: DIALPROOF_NUMBERS }),
    create: ({ secret = SECRET, ...options }) => dialproofChecker({ ...options, token: secret }),
    answers: DIALPROOF_ANSWERS,
  },
  {
    name: 'dialproofBatchChecker',
    upstream: () => dialproofUpstream({ token: SECRET, numbers: DIALPROOF_NUMBERS }),
    create: ({ secret = SECRET, ...options }) =>
      dialproofBatchChecker({ ...options, token: secret, numbersPerTask: 100, pollMs: 1 }),
    answers: DIALPROOF_ANSWERS,
  },
  ...(['example-lines', 'example-app', 'example-bulk', 'example-map'] as const).map(
    (name): UpstreamSubject => ({
      name: `describedChecker, ${name}`,
      upstream: () => exampleUpstream(SECRET, EXAMPLE_LINES),
      create: ({ baseUrl, secret = SECRET, ...options }) =>
        describedChecker(exampleAt(name, baseUrl), { ...options, secrets: { key: secret } }),
      answers: [
        [FIRST, name === 'example-app' ? 'wa_registered' : 'unknown'],
        [THIRD, 'dead'],
      ],
    }),
  ),
];
