import { freshWithinShape, readFreshWithin } from '../message/fresh-within.js';
import { capsOf } from '../sign-in/sign-in.js';
import {
  component,
  optionalText,
  reassignedShape,
  statusShape,
  text,
  timestamp,
} from '../wire/common-shapes.js';
import { given } from '../wire/wire-values.js';
import { json, jsonBody } from './definition/content.js';
import { defineOperation } from './definition/define-operation.js';
import { requestOf, signalOf } from './definition/operation-call.js';

const verifyBody = component('VerifyRequest').open({
  phone: text,
  consent_date: optionalText.describe(
    'The time at which the owner of the number gave consent: a past date or date-time in ISO 8601. The answer then has `reassigned`.',
  ),
  fresh_within: freshWithinShape,
});

const verificationShape = component('Verification', 'The answer about one number.').strict({
  phone: text.describe('The number, normalised: a plus and digits.'),
  status: statusShape,
  checked_at: timestamp,
  source: optionalText.describe('The source of the answer, if the checker gives it.'),
  reason: optionalText.describe(
    'The reason of the status, if the checker gives it. It may begin with a finding, such as `line_live`. `suppressed`: the number is suppressed, so no checker was asked.',
  ),
  reassigned: reassignedShape
    .describe(
      'Whether the number was given to somebody else since `consent_date`. Only in answers to requests with that date.',
    )
    .optional(),
});

/** Verifies one number at once. */
export const verify = defineOperation({
  method: 'POST',
  path: '/v1/verify',
  tag: 'numbers',
  scope: 'verify',
  policy: 'verify',
  summary: 'Verify one phone number',
  body: jsonBody({
    shape: verifyBody,
    example: { phone: '+41 79 123 45 67' },
    refusals: { phone: 'invalid_phone', fresh_within: 'invalid_fresh_within' },
  }),
  reply: json(200, {
    description: 'The number, normalised, and its status',
    shape: verificationShape,
    example: { phone: '+41791234567', status: 'wa_registered', checked_at: '2026-01-02T03:04:05.006Z' },
  }),
  errors: [
    'invalid_phone',
    'invalid_fresh_within',
    'insufficient_credits',
    'daily_limit_reached',
    'not_supported',
    'overloaded',
    'shutting_down',
  ],
  run(service, call) {
    const { accountId, attempt, body, caller } = call;
    const { phone, consent_date, fresh_within } = body;
    return service.verify({
      accountId,
      phone,
      ...given({ consent_date }),
      ...readFreshWithin(fresh_within),
      ...capsOf(caller),
      signal: signalOf(call),
      ...requestOf(attempt),
    });
  },
});
