import type { NumberChecker } from '@dialproof/core';
import { assertOptionNames } from '@dialproof/core';
import { z } from 'zod';
import { digitsOf } from '../upstream/upstream-reply.js';
import { TwilioApi, type TwilioOptions, twilioDate } from './twilio-api.js';

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
  assertOptionNames('twilioLookupChecker', options, {
    accountSid: true,
    asks: true,
    asksReassigned: true,
    authToken: true,
    baseUrl: true,
    fetch: true,
  });
  const api = new TwilioApi(options);
  return {
    tellsReassigned: api.asksReassigned,
    async check(number, context) {
      const questions = api.questionsAbout(number, context);
      const { fields, since } = questions;
      const asked = fields.length === 0 ? '' : `?Fields=${fields.join(',')}`;
      const date = since === undefined ? '' : `&LastVerifiedDate=${twilioDate(since)}`;
      // With its plus as it is, as Twilio's own client sends it.
      const path = `/v2/PhoneNumbers/${number}${asked}${date}`;
      const { body, quotable } = await api.ask(path, context);
      const { data } = z.object({ phone_number: z.string() }).safeParse(body);
      if (digitsOf(data?.phone_number) !== number.slice(1))
        throw api.failure('answered about another number');
      return api.read(body, quotable, questions);
    },
  };
}
