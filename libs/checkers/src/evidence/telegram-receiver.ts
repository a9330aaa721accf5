import { assertOptionNames, type Observation } from '@dialproof/core';
import { z } from 'zod';
import type { Secret } from '../upstream/secret.js';
import { appNumber, seenTime } from './evidence-checker.js';
import {
  createReceiver,
  type Receiver,
  type ReceiverOptions,
  readSecret,
  requireSecret,
  type SecretForm,
  sameText,
} from './receiver.js';

export interface TelegramReceiverOptions extends ReceiverOptions {
  /** The `secret_token` that `setWebhook` was called with: 1 to 256 of the characters A-Z, a-z, 0-9, `_` and `-`. */
  readonly secretToken: Secret;
}

/** Telegram's own rule for it. */
export const SECRET_TOKEN: SecretForm = {
  name: 'secretToken',
  pattern: /^[\w-]{1,256}$/,
  expected: '1 to 256 of the characters A-Z, a-z, 0-9, _ and -',
};

const UPDATE = z.object({
  message: z.object({
    date: z.number(),
    from: z.object({ id: z.number() }),
    contact: z.object({ phone_number: z.string(), user_id: z.number() }),
    forward_origin: z.unknown().optional(),
    forward_date: z.unknown().optional(),
  }),
});

/**
 * Receives the updates of a Telegram bot: a user who shares their own contact with it is on Telegram. Only the number and the time are
 * read. Users can send any contact, so a contact counts only if its `user_id` is that of the sender. A forwarded one does not count: an old
 * message may hold an old number.
 *
 * POST is answered with 200 once its observations are recorded; with 401 if `X-Telegram-Bot-Api-Secret-Token` is not the secret, 400 for a
 * body that is no JSON, 413 for one of more than 3 MiB.
 *
 * Throws TypeError for a store without `record`, or a malformed secret.
 */
export function telegramReceiver(options: TelegramReceiverOptions): Receiver {
  assertOptionNames('telegramReceiver', options, {
    clock: true,
    onError: true,
    secretToken: true,
    store: true,
  });
  const { secretToken } = options;
  requireSecret(secretToken, SECRET_TOKEN);

  return createReceiver(options, {
    allow: 'POST',
    async authenticate(headers) {
      const given = headers.get('x-telegram-bot-api-secret-token') ?? '';
      // The body is not signed: only the secret shows that it comes from Telegram.
      return sameText(given, await readSecret(secretToken, SECRET_TOKEN)) ? () => true : undefined;
    },
    observationsOf: telegramObservations,
  });
}

function telegramObservations(body: unknown, now: number): readonly Observation[] {
  const { success, data } = UPDATE.safeParse(body);
  if (!success) return [];
  const { contact, date, from, forward_origin, forward_date } = data.message;
  if (contact.user_id !== from.id || forward_origin !== undefined || forward_date !== undefined) return [];
  const number = appNumber(contact.phone_number);
  const seenAt = seenTime(date * 1_000, now);
  if (number === undefined || seenAt === undefined) return [];
  return [{ number, app: 'telegram', seenAt, source: 'telegram_contact' }];
}
