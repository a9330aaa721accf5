import {
  assertOptionNames,
  type ConsentDate,
  type DetailedAnswer,
  DialproofError,
  type E164,
  type NumberChecker,
  type OptionNames,
  type Reassigned,
} from '@dialproof/core';
import { z } from 'zod';
import { type Finding, findingAnswer, findingOfMobileNetwork } from '../line-state.js';
import { readBaseUrl, readSecret, requireSecret, type Secret } from '../upstream/secret.js';
import { type Fetch, parsed, Upstream, type UpstreamReply } from '../upstream/upstream.js';
import { digitsOf, type Quotable } from '../upstream/upstream-reply.js';

export interface TwilioOptions {
  /** The account's SID, or the SID of an API key. */
  readonly accountSid: string;
  /** The account's auth token, or the secret of the API key. */
  readonly authToken: Secret;
  /**
   * What is asked. `line_status`, the default, asks the network about the line and costs; it is a private beta, for which an account has to
   * ask Twilio. `validity` asks only whether a number can exist, which is free (https://www.twilio.com/docs/lookup/v2-api/formatting-validation): what exists stays `unknown`.
   */
  readonly asks?: 'line_status' | 'validity';
  /**
   * Whether numbers with a date of consent are also asked about by the package Reassigned Number, at its own price and after Twilio's approval. It
   * knows numbers of the USA: others are asked without it, and are `unknown`. Default false.
   */
  readonly asksReassigned?: boolean;
  /** Default `https://lookups.twilio.com`. */
  readonly baseUrl?: string;
  /** Default the global `fetch`. */
  readonly fetch?: Fetch;
}

const SOURCE = 'twilio';

/** What the answer about a number holds. */
const lookup = z.object({
  phone_number: z.string(),
  valid: z.boolean(),
  validation_errors: z.array(z.string()).nullish(),
  line_status: z.object({ status: z.string().nullish(), error_code: z.int().nullish() }).nullish(),
  reassigned_number: z
    .object({
      is_number_reassigned: z.string().nullish(),
      // Twilio documents this error code as a string here, and as an integer in its other packages.
      error_code: z.union([z.string(), z.int()]).nullish(),
    })
    .nullish(),
});

/** By 'is_number_reassigned property values' of https://www.twilio.com/docs/lookup/v2-api/reassigned-number. */
const REASSIGNED: ReadonlyMap<string, Reassigned> = new Map<string, Reassigned>([
  // It has another owner since that date.
  ['yes', 'yes'],
  // It has the same owner as on that date.
  ['no', 'no'],
  // There are no data for this number and date.
  ['no_data_available', 'unknown'],
]);

/** By 'Status property values' of https://www.twilio.com/docs/lookup/v2-api/line-status, which each comment paraphrases. */
const LINES: ReadonlyMap<string, Finding> = new Map<string, Finding>([
  // The number is valid and active on the network, not necessarily reachable.
  ['active', 'line_live'],
  // It is valid, and the handset is connected at present.
  ['reachable', 'line_live'],
  // It is valid and active; the handset is switched off or out of reach.
  ['unreachable', 'line_absent'],
  // No subscriber of the mobile network has it, or it is invalid.
  ['inactive', 'line_dead'],
  // The network cannot be reached, or something failed.
  ['unknown', 'line_unclear'],
]);

/**
 * The validation errors by which no number of this length or country exists ('Validation errors property values' of
 * https://www.twilio.com/docs/lookup/v2-api/formatting-validation). INVALID_BUT_POSSIBLE is none of them: the length is right, and only
 * Twilio's list of prefixes lacks it, as such lists lack new ranges. Twilio may also name no error at all.
 */
const IMPOSSIBLE = ['TOO_SHORT', 'TOO_LONG', 'INVALID_LENGTH', 'INVALID_COUNTRY_CODE', 'NOT_A_NUMBER'];

/** Countries, carriers and ranges that no source of Twilio's covers (its error dictionary: 60600, 60607, 60610). */
const NOT_COVERED = [60_600, 60_607, 60_610];
/** The account may not ask for line status (60606). */
const NOT_ENABLED = 60_606;
/** The account is not active (20005). */
const NOT_ACTIVE = 20_005;

/** Numbers of the USA, and of the other countries of North America, which only Twilio tells apart. */
const MAY_BE_US = /^\+1/;

const OPTION_NAMES: OptionNames<TwilioOptions> = {
  accountSid: true,
  asks: true,
  asksReassigned: true,
  authToken: true,
  baseUrl: true,
  fetch: true,
};

/**
 * Asks Twilio Lookup, version 2, about one number at a time. It answers whether a number can exist, and whether its line is in service,
 * cannot be reached or has no subscriber. It knows nothing about apps, so a line in service is `unknown` (`line_live`), and line status
 * knows mobile networks alone, so another line without a subscriber there is `unknown` too. Twilio charges each number by the line status
 * package of its price list, and nothing if `asks` is `validity`.
 *
 * Wrong credentials, a suspended account and a package that is not enabled are outages with a code of their own. A range that Twilio does
 * not cover is `unknown`.
 */
export function twilioLookupChecker(options: TwilioOptions): NumberChecker {
  assertOptionNames('twilioLookupChecker', options, OPTION_NAMES);
  const { accountSid, asks = 'line_status', asksReassigned = false } = options;
  if (!/^[A-Za-z0-9]+$/.test(accountSid))
    throw new TypeError('option accountSid must be the SID of an account or of an API key');
  if (asks !== 'line_status' && asks !== 'validity')
    throw new TypeError(`option asks must be line_status or validity, not ${String(asks)}`);
  if (typeof asksReassigned !== 'boolean') throw new TypeError('option asksReassigned must be true or false');
  const upstream = new Upstream(SOURCE, options.fetch);
  const baseUrl = readBaseUrl('baseUrl', options.baseUrl ?? 'https://lookups.twilio.com');
  const secret = requireSecret('authToken', options.authToken);

  return {
    tellsReassigned: asksReassigned,
    async check(number, { consentDates, signal }) {
      const since = asksReassigned && MAY_BE_US.test(number) ? consentDates?.get(number) : undefined;
      const authToken = await readSecret('authToken', secret, signal);
      const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64');
      const reply = await upstream.send({
        method: 'GET',
        // The plus stays as it is in the path, as in Twilio's own client.
        url: `${baseUrl}/v2/PhoneNumbers/${number}${queryFor(asks, since)}`,
        headers: { accept: 'application/json', authorization: `Basic ${credentials}` },
        secrets: [authToken, credentials],
        signal,
      });
      if (!reply.isSuccess) throw refused(upstream, reply);
      const { data } = lookup.safeParse(upstream.json(reply));
      if (data === undefined) throw upstream.failure('answered with another shape');
      if (digitsOf(data.phone_number) !== number.slice(1))
        throw upstream.failure('answered about another number');
      const answer = readLine(upstream, data, { asks, number, quotable: reply.quotable });
      return since === undefined ? answer : { ...answer, reassigned: { since, is: readReassigned(data) } };
    },
  };
}

function queryFor(asks: 'line_status' | 'validity', since: ConsentDate | undefined): string {
  const fields = [
    ...(asks === 'line_status' ? ['line_status'] : []),
    ...(since === undefined ? [] : ['reassigned_number']),
  ];
  const asked = fields.length === 0 ? '' : `?Fields=${fields.join(',')}`;
  // Twilio writes a date as 20240501.
  return since === undefined ? asked : `${asked}&LastVerifiedDate=${since.replaceAll('-', '')}`;
}

type Looked = z.infer<typeof lookup>;

/** Throws where the account may not ask. An error of this number, such as a range that is not covered, is `unknown`. */
function readReassigned({ reassigned_number: said }: Looked): Reassigned {
  if (Number(said?.error_code) === NOT_ENABLED)
    throw notEnabled('the package Reassigned Number', 'leave asksReassigned out');
  return REASSIGNED.get(said?.is_number_reassigned ?? '') ?? 'unknown';
}

interface LineQuestion {
  readonly asks: 'line_status' | 'validity';
  readonly number: E164;
  readonly quotable: Quotable;
}

/** Throws where Twilio could not look the number up. */
function readLine(
  upstream: Upstream,
  { line_status: line, valid, validation_errors }: Looked,
  { asks, number, quotable }: LineQuestion,
): DetailedAnswer {
  if (!valid) {
    const word = validation_errors?.[0] ?? 'invalid';
    const finding = IMPOSSIBLE.includes(word) ? 'line_dead' : 'line_unclear';
    return findingAnswer(finding, { source: SOURCE, word: quotable(word) });
  }
  const code = line?.error_code ?? 0;
  if (NOT_COVERED.includes(code))
    return findingAnswer('line_unclear', { source: SOURCE, word: String(code) });
  if (code === NOT_ENABLED) throw notEnabled('line status, a private beta,', 'ask for validity alone');
  if (code !== 0) throw upstream.failure(`could not look the number up (error ${code})`);
  if (asks === 'validity') return findingAnswer('line_unclear', { source: SOURCE, word: 'valid' });
  const word = line?.status ?? '';
  const finding = LINES.get(word);
  if (finding === undefined) throw upstream.failure('answered with a line status that is not known here');
  return findingAnswer(findingOfMobileNetwork(finding, number), { source: SOURCE, word });
}

function refused(upstream: Upstream, reply: UpstreamReply): Error {
  const { data } = z.object({ code: z.int() }).safeParse(parsed(reply.text));
  if (data?.code === NOT_ACTIVE) return upstream.refused(reply, data.code, 'suspended');
  if (data?.code === NOT_ENABLED) return upstream.refused(reply, data.code, 'unauthorized');
  return upstream.refused(reply, data?.code);
}

function notEnabled(what: string, orElse: string): DialproofError {
  return new DialproofError('checker_unauthorized', {
    hint: `twilio has not enabled ${what} for this account (error ${NOT_ENABLED}): ask Twilio for access, or ${orElse}`,
  });
}
