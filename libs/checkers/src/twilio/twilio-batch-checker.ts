import {
  assertOptionNames,
  type BulkNumberChecker,
  type DetailedAnswer,
  type DialproofError,
  type E164,
  systemClock,
} from '@dialproof/core';
import { z } from 'zod';
import { type AskEach, keepingAnswers } from '../calls/kept-answers.js';
import { isOutage, type NumberOutcome } from '../calls/number-outcomes.js';
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

/** By the digits of each number. */
type Asked = ReadonlyMap<string, TwilioQuestions>;

/**
 * Asks Twilio Lookup, version 2, about many numbers in one call (`POST /v2/batch/query`), which saves round trips and no money. It tells,
 * leaves open and costs what `twilioLookupChecker` does. A number that Twilio leaves out, or answers twice and differently, is a failed
 * check.
 *
 * Where the account may not ask about some numbers of a call, the call is an outage. The answers for the others, which were paid for, are kept for
 * an hour and are those of their next check.
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
  const askEach: AskEach = async (numbers, context) => {
    const asked: Asked = new Map(
      numbers.map((number) => [number.slice(1), api.questionsAbout(number, context)]),
    );
    const body = JSON.stringify({
      phone_numbers: Array.from(asked, ([digits, { fields, since }]) => ({
        correlation_id: digits,
        phone_number: `+${digits}`,
        fields,
        ...(since === undefined ? {} : { reassigned_number: { last_verified_date: twilioDate(since) } }),
      })),
    });
    const request = { method: 'POST', body, maxBytes: maxBulkBytes(asked.size) } as const;
    const answer = await api.ask('/v2/batch/query', request, context);
    const { data } = batch.safeParse(answer.body);
    if (data === undefined) throw api.failure('answered with another shape');
    return readEntries(api, data, answer.quotable, { asked, numbers });
  };
  const ask = keepingAnswers(askEach, systemClock);
  return {
    maxNumbers,
    tellsReassigned: api.asksReassigned,
    checkMany: async (numbers, context) => [...(await ask(numbers, context))],
  };
}

/** The outcomes of these numbers. An outage is an error about the account, such as a package that is not enabled. */
function readEntries(
  api: TwilioApi,
  { phone_numbers: entries }: z.infer<typeof batch>,
  quotable: Quotable,
  { asked, numbers }: { readonly asked: Asked; readonly numbers: readonly E164[] },
): NumberOutcome[] {
  const answers = new AnswersByNumber();
  const outages = new Map<string, DialproofError>();
  for (const entry of entries) {
    // An entry is found by the id that we gave it: Twilio may write its number in another way, or not at all.
    const id = identified.safeParse(entry).data?.correlation_id ?? '';
    const questions = asked.get(id);
    if (questions === undefined) continue;
    let answer: DetailedAnswer | undefined;
    try {
      answer = api.read(entry, quotable, questions);
    } catch (error) {
      if (isOutage(error)) outages.set(id, error);
    }
    answers.add(id, answer);
  }
  return answers.inOrderOf(numbers).map((answer, index) => {
    const error = outages.get(numbers[index]?.slice(1) ?? '');
    return error === undefined ? { answer } : { error };
  });
}
