import { createHmac, timingSafeEqual } from 'node:crypto';
import { assertOptionNames, type Observation } from '@dialproof/core';
import { z } from 'zod';
import type { Secret } from '../upstream/secret.js';
import { appNumber, seenTime } from './evidence-checker.js';
import {
  createReceiver,
  type Receiver,
  type ReceiverOptions,
  readSecret,
  refusal,
  requireSecret,
  type SecretForm,
  sameText,
} from './receiver.js';

export interface WhatsappReceiverOptions extends ReceiverOptions {
  /** The app secret of the app whose webhook this is: Meta signs with it. */
  readonly appSecret: Secret;
  /** The 'Verify token' of the registration of the address: a text of yours that cannot be guessed. */
  readonly verifyToken: Secret;
}

export const APP_SECRET: SecretForm = {
  name: 'appSecret',
  pattern: /^\S+$/,
  expected: 'a text without spaces',
};
export const VERIFY_TOKEN: SecretForm = { name: 'verifyToken', pattern: /\S/, expected: 'a text' };

const SIGNATURE = /^sha256=([0-9a-f]{64})$/i;

/**
 * Receives the webhooks of WhatsApp's Cloud API, field `messages`: the sender of a message is on WhatsApp, and so is the recipient of one
 * that was delivered or read. Only numbers and times are read. A failed message proves nothing, since it fails for several reasons.
 *
 * GET verifies the address. POST is answered with 200 once its observations are recorded; with 401 if `X-Hub-Signature-256` does not match
 * the body, 400 for a body that is no JSON, 413 for one of more than 3 MiB, which Meta never sends.
 *
 * Throws TypeError for a store without `record`, or a malformed secret.
 */
export function whatsappReceiver(options: WhatsappReceiverOptions): Receiver {
  assertOptionNames('whatsappReceiver', options, {
    appSecret: true,
    clock: true,
    onError: true,
    store: true,
    verifyToken: true,
  });
  const { appSecret, verifyToken } = options;
  requireSecret(appSecret, APP_SECRET);
  requireSecret(verifyToken, VERIFY_TOKEN);

  return createReceiver(options, {
    allow: 'GET, POST',
    async greet({ method, url }) {
      if (method !== 'GET') return undefined;
      const query = new URL(url).searchParams;
      const isVerified =
        query.get('hub.mode') === 'subscribe' &&
        sameText(query.get('hub.verify_token') ?? '', await readSecret(verifyToken, VERIFY_TOKEN));
      return isVerified ? echo(query.get('hub.challenge') ?? '') : refusal(403, 'forbidden');
    },
    async authenticate(headers) {
      const signature = SIGNATURE.exec(headers.get('x-hub-signature-256') ?? '')?.[1];
      if (signature === undefined) return undefined;
      const secret = await readSecret(appSecret, APP_SECRET);
      return (body) => {
        const expected = createHmac('sha256', secret).update(body).digest();
        return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
      };
    },
    observationsOf: whatsappObservations,
  });
}

/** The challenge is whatever the caller sent: a browser must not take it for a page. */
function echo(challenge: string): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };
  return new Response(challenge, { headers });
}

/** Only an undocumented part is left out: a strange message does not affect the others. */
const LIST = z.array(z.unknown()).catch([]);
const SECONDS = z.string().regex(/^\d{1,12}$/);

const DELIVERY = z.object({ object: z.literal('whatsapp_business_account'), entry: LIST });
const ENTRY = z.object({ changes: LIST });
const CHANGE = z.object({
  field: z.literal('messages'),
  value: z.object({ messages: LIST, statuses: LIST }),
});
const MESSAGE = z.object({ from: z.string(), timestamp: SECONDS, type: z.string().optional() });
const STATUS = z.object({
  recipient_id: z.string(),
  timestamp: SECONDS,
  status: z.enum(['delivered', 'read']),
  recipient_type: z.string().optional(),
});

/** The observations in a webhook's body, which may be anything. Entries that prove nothing, such as `sent` and `failed`, are left out. */
function whatsappObservations(body: unknown, now: number): readonly Observation[] {
  return valid(DELIVERY, [body])
    .flatMap(({ entry }) => valid(ENTRY, entry))
    .flatMap(({ changes }) => valid(CHANGE, changes))
    .flatMap(({ value: { messages, statuses } }) => [
      ...valid(MESSAGE, messages)
        // Notes of WhatsApp itself, such as that the owner of this number has left it for another one.
        .filter(({ type }) => type !== 'system')
        .flatMap(({ from, timestamp }) => seen(from, timestamp, { source: 'whatsapp_message', now })),
      ...valid(STATUS, statuses)
        .filter(({ recipient_type }) => recipient_type !== 'group')
        .flatMap(({ recipient_id, timestamp, status }) =>
          seen(recipient_id, timestamp, { source: `whatsapp_${status}`, now }),
        ),
    ]);
}

function seen(
  id: string,
  seconds: string,
  { source, now }: { readonly source: string; readonly now: number },
): readonly Observation[] {
  const number = appNumber(id);
  const seenAt = seenTime(Number(seconds) * 1_000, now);
  if (number === undefined || seenAt === undefined) return [];
  return [{ number, app: 'whatsapp', seenAt, source }];
}

function valid<Schema extends z.ZodType>(schema: Schema, values: readonly unknown[]): z.infer<Schema>[] {
  return values.flatMap((value) => {
    const { success, data } = schema.safeParse(value);
    return success ? [data] : [];
  });
}
