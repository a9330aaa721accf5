import {
  assertOptionNames,
  type BulkNumberChecker,
  type DetailedAnswer,
  DialproofError,
  type E164,
  type OptionNames,
} from '@dialproof/core';
import { z } from 'zod';
import { findingAnswer, findingOfMobileNetwork } from '../line-state.js';
import { readBaseUrl, readSecret, requireSecret, type Secret } from '../upstream/secret.js';
import { type Fetch, parsed, Upstream, type UpstreamReply } from '../upstream/upstream.js';
import { AnswersByNumber, digitsOf, maxBulkBytes, type Quotable } from '../upstream/upstream-reply.js';
import { findingOfCodes, isUnpaid } from './infobip-codes.js';

export interface InfobipOptions {
  /** The address that Infobip gave the account, such as `https://xxxxx.api.infobip.com`. */
  readonly baseUrl: string;
  readonly apiKey: Secret;
  /** Default the global `fetch`. */
  readonly fetch?: Fetch;
}

const SOURCE = 'infobip';
/** See Infobip's reference of `POST /number/1/query`. */
const NUMBERS_PER_CALL = 1_000;
const NO_ERROR = 'NO_ERROR';

const replied = z.object({ results: z.array(z.unknown()) });
const result = z.object({
  to: z.union([z.string(), z.number()]),
  status: z.object({ groupName: z.string(), name: z.string() }),
  error: z.object({ name: z.string() }).nullish(),
});

type Result = z.infer<typeof result>;

const OPTION_NAMES: OptionNames<InfobipOptions> = { apiKey: true, baseUrl: true, fetch: true };

/**
 * Asks Infobip's Number Lookup about up to 1,000 numbers in one call. It answers whether a line is in service, cannot be reached at present
 * or does not exist. It knows nothing about apps, so a line in service is `unknown` (`line_live`). The price of a number is that of its
 * network in the account's price list, whatever the answer.
 *
 * An error is read by its code: only a subscriber that does not exist is `dead`, unless the number is not of mobile lines, and a line that
 * is absent, suspended or refused by its network is `inactive`. Every other code is `unknown`, and so is a number whose network is not
 * covered or did not answer in time. A number that it leaves out, or that was never looked up because of the account's own settings, is a
 * failed check.
 */
export function infobipChecker(options: InfobipOptions): BulkNumberChecker {
  assertOptionNames('infobipChecker', options, OPTION_NAMES);
  const upstream = new Upstream(SOURCE, options.fetch);
  const url = `${readBaseUrl('baseUrl', options.baseUrl)}/number/1/query`;
  const secret = requireSecret('apiKey', options.apiKey);
  return {
    maxNumbers: NUMBERS_PER_CALL,
    async checkMany(numbers, { signal }) {
      const apiKey = await readSecret('apiKey', secret, signal);
      const to = Array.from(new Set(numbers), (number) => number.slice(1));
      const reply = await upstream.send({
        method: 'POST',
        url,
        headers: {
          accept: 'application/json',
          authorization: `App ${apiKey}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ to }),
        secrets: [apiKey],
        signal,
        maxBytes: maxBulkBytes(to.length),
      });
      if (!reply.isSuccess) throw refused(upstream, reply);
      const { data } = replied.safeParse(upstream.json(reply));
      if (data === undefined) throw upstream.failure('answered with another shape');
      return readResults(data.results, numbers, reply.quotable).inOrderOf(numbers);
    },
  };
}

/**
 * Asks for the account's balance, which no number and no price belongs to: `GET /account/1/balance`
 * (https://dev.infobip.com/settings/account-balance). Rejects as a check does where the API key is not accepted. A key that may look up numbers
 * but not read the balance is answered with 403, and passes.
 */
export async function tryInfobip(options: InfobipOptions, signal: AbortSignal): Promise<void> {
  assertOptionNames('tryInfobip', options, OPTION_NAMES);
  const upstream = new Upstream(SOURCE, options.fetch);
  const url = `${readBaseUrl('baseUrl', options.baseUrl)}/account/1/balance`;
  const apiKey = await readSecret('apiKey', requireSecret('apiKey', options.apiKey), signal);
  const headers = { accept: 'application/json', authorization: `App ${apiKey}` };
  const reply = await upstream.send({ method: 'GET', url, headers, secrets: [apiKey], signal });
  if (!reply.isSuccess && reply.status !== 403) throw refused(upstream, reply);
}

/** Throws if the balance was too low for every number of the call. */
function readResults(
  results: readonly unknown[],
  numbers: readonly E164[],
  quotable: Quotable,
): AnswersByNumber {
  const answers = new AnswersByNumber();
  const asked = new Map(numbers.map((number) => [number.slice(1), number]));
  const unpaid: string[] = [];
  for (const entry of results) {
    const { data } = result.safeParse(entry);
    if (data !== undefined && isUnpaid(data.status.name)) unpaid.push(data.status.name);
    const number = asked.get(digitsOf(data?.to) ?? '');
    answers.add(data?.to, data && number && answerOf(data, number, quotable));
  }
  // If some were answered, these answers were paid for: the next call reports that the balance is used up.
  if (unpaid.length > 0 && unpaid.length === results.length) {
    const hint = `infobip has no balance left on the account: top it up (${unpaid[0]})`;
    throw new DialproofError('checker_out_of_funds', { hint });
  }
  return answers;
}

function answerOf({ error, status }: Result, number: E164, quotable: Quotable): DetailedAnswer | undefined {
  const failure = error?.name === NO_ERROR ? undefined : error?.name;
  const finding = findingOfCodes({ group: status.groupName, status: status.name, error: failure });
  if (finding === undefined) return undefined;
  const word = quotable(failure ?? status.name);
  return findingAnswer(findingOfMobileNetwork(finding, number), { source: SOURCE, word });
}

const serviceException = z.object({
  requestError: z.object({ serviceException: z.object({ messageId: z.string() }) }),
});

function refused(upstream: Upstream, reply: UpstreamReply): Error {
  const { data } = serviceException.safeParse(parsed(reply.text));
  return upstream.refused(reply, data?.requestError.serviceException.messageId);
}
