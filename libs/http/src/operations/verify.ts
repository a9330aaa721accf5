import type { Verification } from '@dialproof/core';
import { z } from 'zod';
import { freshWithinShape, readFreshWithin } from '../message/fresh-within.js';
import { capsOf } from '../sign-in/sign-in.js';
import { component, isoTime, reassignedShape, statusShape, timestamp } from '../wire/common-shapes.js';
import { json, jsonBody } from './definition/content.js';
import { defineOperation } from './definition/define-operation.js';
import { signalOf } from './definition/operation-call.js';

/** Unknown fields are ignored. */
const verifyBody = component(
  'VerifyRequest',
  z.object({
    phone: z.string(),
    consent_date: z
      .string()
      .describe(
        'When the owner of the number gave consent: a date or a date-time of ISO 8601 that has passed. The answer then has `reassigned`.',
      )
      .optional(),
    fresh_within: freshWithinShape,
  }),
);

const verificationShape = component(
  'Verification',
  z
    .strictObject({
      phone: z.string().describe('The number, normalised: a plus and digits.'),
      status: statusShape,
      checked_at: timestamp,
      source: z.string().describe('The source of the answer, if the checker gives it.').optional(),
      reason: z
        .string()
        .describe(
          'The reason of the status, if the checker gives it. It may begin with a finding, such as `line_live`. `suppressed`: nobody was asked.',
        )
        .optional(),
      reassigned: reassignedShape
        .describe(
          'Whether the number was given to somebody else since `consent_date`; left out of answers to requests without one.',
        )
        .optional(),
    })
    .describe('The answer about one number.'),
);

type WireVerification = z.infer<typeof verificationShape>;

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
  async run(service, call) {
    const { accountId, attempt, body, caller } = call;
    return wireVerification(
      await service.verify({
        accountId,
        phone: body.phone,
        ...(body.consent_date === undefined ? {} : { consentDate: body.consent_date }),
        ...readFreshWithin(body.fresh_within),
        ...capsOf(caller),
        signal: signalOf(call),
        ...(attempt === undefined ? {} : { requestId: attempt.requestId }),
      }),
    );
  },
});

function wireVerification(verification: Verification): WireVerification {
  const { phone, status, checkedAt, source, reason, reassigned } = verification;
  return {
    phone,
    status,
    checked_at: isoTime(checkedAt),
    ...(source === undefined ? {} : { source }),
    ...(reason === undefined ? {} : { reason }),
    ...(reassigned === undefined ? {} : { reassigned }),
  };
}
