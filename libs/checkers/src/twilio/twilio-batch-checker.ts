import {
  assertOptionNames,
  type BulkNumberChecker,
  type DetailedAnswer,
  isDialproofError,
} from '@dialproof/core';
import { z } from 'zod';
import { integerOption } from '../calls/option-checks.js';
import { AnswersByNumber, maxBulkBytes } from '../upstream/answers-by-number.js';
import type { Quotable } from '../upstream/quotable.js';
import { TwilioApi, type TwilioOptions, type TwilioQuestions, twilioDate } from './twilio-api.js';

export interface TwilioBatchOptions extends TwilioOptions {
  /** The most numbers of a call, 1 to 1,000. Default 100: Twilio's description of the call names no limit. */
  readonly numbersPerCall?: number;
}

const batch = z.object({ phone_numbers: z.array(z.unknown()) });
const identified = z.object({ correlation_id: z.string() });

/**
 * Asks Twilio Lookup, version 2, about many numbers in one call (`POST /v2/batch/query`), which saves round trips and no money. It tells,
 * leaves open and costs what `twilioLookupChecker` does. A number that Twilio leaves out, or answers twice and differently, is a failed
 * check.
 */
export function twilioBatchChecker(options: TwilioBatchOptions): BulkNumberChecker {
  assertOptionNames('twilioBatchChecker', options, {
    accountSid: true,
    asks: true,
    asksReassigned: true,
    authToken: true,
    baseUrl: true,
    fetch: true,
    numbersPerCall: true,
  });
  const maxNumbers = integerOption('numbersPerCall', options.numbersPerCall ?? 100, { max: 1_000 });
  const api = new TwilioApi(options);
  return {
    maxNumbers,
    tellsReassigned: api.asksReassigned,
    async checkMany(numbers, context) {
      const asked = new Map(numbers.map((number) => [number.slice(1), api.questionsAbout(number, context)]));
      const body = JSON.stringify({
        phone_numbers: Array.from(asked, ([digits, { fields, since }]) => ({
          correlation_id: digits,
          phone_number: `+${digits}`,
          fields,
          ...(since === undefined ? {} : { reassigned_number: { last_verified_date: twilioDate(since) } }),
        })),
      });
      const request = { method: 'POST', body, maxBytes: maxBulkBytes(asked.size) };
      const answer = await api.ask('/v2/batch/query', request, context);
      const { data } = batch.safeParse(answer.body);
      if (data === undefined) throw api.failure('answered with another shape');
      return readEntries(api, data.phone_numbers, answer.quotable, asked).inOrderOf(numbers);
    },
  };
}

/** Throws the error about the account if no entry was answered. */
function readEntries(
  api: TwilioApi,
  entries: readonly unknown[],
  quotable: Quotable,
  asked: ReadonlyMap<string, TwilioQuestions>,
): AnswersByNumber {
  const answers = new AnswersByNumber();
  let outage: unknown;
  let answered = 0;
  for (const entry of entries) {
    // An entry is found by the id that we gave it: Twilio may write its number in another way, or not at all.
    const id = identified.safeParse(entry).data?.correlation_id;
    let answer: DetailedAnswer | undefined;
    try {
      answer = api.read(entry, quotable, asked.get(id ?? '')?.since);
      answered += 1;
    } catch (error) {
      if (isDialproofError(error)) outage = error;
    }
    answers.add(id, answer);
  }
  if (answered === 0 && outage !== undefined) throw outage;
  return answers;
}
