import {
  type CheckContext,
  type ConsentDate,
  type DetailedAnswer,
  DialproofError,
  type E164,
  type Reassigned,
} from '@dialproof/core';
import { z } from 'zod';
import { type Finding, findingAnswer, findingOfMobileNetwork } from '../line-state.js';
import { readBaseUrl, readSecret, requireSecret, type Secret } from '../upstream/secret.js';
import { type Fetch, parsed, Upstream, type UpstreamReply } from '../upstream/upstream.js';
import type { Quotable } from '../upstream/upstream-reply.js';

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

/** The fields of Twilio's answer that are read. */
const lookup = z.object({
  phone_number: z.string().nullish(),
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

/** The questions about a number in one request. */
export interface TwilioQuestions {
  readonly number: E164;
  readonly fields: readonly string[];
  /** The date since which the number may have been given to somebody else; undefined if that is not asked. */
  readonly since: ConsentDate | undefined;
}

/** A date as Twilio writes it: 20240501. */
export function twilioDate(date: ConsentDate): string {
  return date.replaceAll('-', '');
}

export interface TwilioAnswer {
  /** Its JSON. */
  readonly body: unknown;
  readonly quotable: Quotable;
}

/** Twilio's Lookup API, version 2. */
export class TwilioApi {
  readonly #upstream: Upstream;
  readonly #baseUrl: string;
  readonly #accountSid: string;
  readonly #authToken: Secret;
  readonly #fields: readonly string[];
  readonly asksReassigned: boolean;

  constructor(options: TwilioOptions) {
    const { accountSid, asks = 'line_status', asksReassigned = false, authToken, baseUrl, fetch } = options;
    if (!/^[A-Za-z0-9]+$/.test(accountSid)) {
      throw new TypeError('option accountSid must be the SID of an account or of an API key');
    }
    if (asks !== 'line_status' && asks !== 'validity') {
      throw new TypeError(`option asks must be line_status or validity, not ${String(asks)}`);
    }
    if (typeof asksReassigned !== 'boolean')
      throw new TypeError('option asksReassigned must be true or false');
    this.#upstream = new Upstream(SOURCE, fetch);
    this.#baseUrl = readBaseUrl('baseUrl', baseUrl ?? 'https://lookups.twilio.com');
    this.#accountSid = accountSid;
    this.#authToken = requireSecret('authToken', authToken);
    this.#fields = asks === 'line_status' ? ['line_status'] : [];
    this.asksReassigned = asksReassigned;
  }

  /** The fields that a request asks for beside validity, and the date of consent. */
  questionsAbout(number: E164, { consentDates }: CheckContext): TwilioQuestions {
    const since = this.asksReassigned && MAY_BE_US.test(number) ? consentDates?.get(number) : undefined;
    return since === undefined
      ? { number, fields: this.#fields, since }
      : { number, fields: [...this.#fields, 'reassigned_number'], since };
  }

  /** Rejects with what a checker may reject with. */
  async ask(path: string, { signal }: CheckContext): Promise<TwilioAnswer> {
    const authToken = await readSecret('authToken', this.#authToken, signal);
    const credentials = Buffer.from(`${this.#accountSid}:${authToken}`).toString('base64');
    const reply = await this.#upstream.send({
      method: 'GET',
      url: this.#baseUrl + path,
      headers: { accept: 'application/json', authorization: `Basic ${credentials}` },
      secrets: [authToken, credentials],
      signal,
    });
    if (!reply.isSuccess) throw this.#refused(reply);
    return { body: this.#upstream.json(reply), quotable: reply.quotable };
  }

  /** The answer for one number. Throws where Twilio could not look it up. */
  read(value: unknown, quotable: Quotable, { number, since }: TwilioQuestions): DetailedAnswer {
    const answer = this.#readLine(value, quotable, number);
    return since === undefined ? answer : { ...answer, reassigned: { since, is: this.#reassigned(value) } };
  }

  /** Throws where the account may not ask. An error of this number, such as a range that is not covered, is `unknown`. */
  #reassigned(value: unknown): Reassigned {
    const { reassigned_number: said } = lookup.parse(value);
    if (Number(said?.error_code) === NOT_ENABLED)
      throw notEnabled('the package Reassigned Number', 'leave asksReassigned out');
    return REASSIGNED.get(said?.is_number_reassigned ?? '') ?? 'unknown';
  }

  #readLine(value: unknown, quotable: Quotable, number: E164): DetailedAnswer {
    const { data } = lookup.safeParse(value);
    if (data === undefined) throw this.failure('answered with another shape');
    const { line_status: line, valid, validation_errors } = data;
    if (!valid) {
      const word = validation_errors?.[0] ?? 'invalid';
      const finding = IMPOSSIBLE.includes(word) ? 'line_dead' : 'line_unclear';
      return findingAnswer(finding, { source: SOURCE, word: quotable(word) });
    }
    const code = line?.error_code ?? 0;
    if (code !== 0) return this.#readError(code);
    if (this.#fields.length === 0) return findingAnswer('line_unclear', { source: SOURCE, word: 'valid' });
    const finding = LINES.get(line?.status ?? '');
    if (finding === undefined) throw this.failure('answered with a line status that is not known here');
    const word = line?.status ?? '';
    return findingAnswer(findingOfMobileNetwork(finding, number), { source: SOURCE, word });
  }

  failure(what: string): Error {
    return this.#upstream.failure(what);
  }

  #readError(code: number): DetailedAnswer {
    if (NOT_COVERED.includes(code))
      return findingAnswer('line_unclear', { source: SOURCE, word: String(code) });
    if (code !== NOT_ENABLED) throw this.failure(`could not look the number up (error ${code})`);
    throw notEnabled('line status, a private beta,', 'ask for validity alone');
  }

  #refused(reply: UpstreamReply): Error {
    const { data } = z.object({ code: z.int() }).safeParse(parsed(reply.text));
    if (data?.code === NOT_ACTIVE) return this.#upstream.refused(reply, data.code, 'suspended');
    if (data?.code === NOT_ENABLED) return this.#upstream.refused(reply, data.code, 'unauthorized');
    return this.#upstream.refused(reply, data?.code);
  }
}

/** Numbers of the USA, and of the other countries of North America, which only Twilio tells apart. */
const MAY_BE_US = /^\+1/;

function notEnabled(what: string, orElse: string): DialproofError {
  return new DialproofError('checker_unauthorized', {
    hint: `twilio has not enabled ${what} for this account (error ${NOT_ENABLED}): ask Twilio for access, or ${orElse}`,
  });
}
