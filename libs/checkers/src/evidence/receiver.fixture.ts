import { createHmac } from 'node:crypto';
import { ManualClock, normalizePhone, type Observation } from '@dialproof/core';
import { MemoryObservationStore } from '@dialproof/testkit/memory';
import type { Receiver } from './receiver.js';
import { telegramReceiver } from './telegram-receiver.js';
import { whatsappReceiver } from './whatsapp-receiver.js';

export const NOON = Date.UTC(2026, 10, 20, 12);
/** A minute before noon, as apps write it. */
export const SECONDS = NOON / 1_000 - 60;
export const ADA = normalizePhone('+41791234567');
export const BOB = normalizePhone('+14155552671');
export const APP_SECRET = 'an-app-secret';
export const VERIFY_TOKEN = 'a verify token';
export const SECRET_TOKEN = 'a-secret_TOKEN';

/** The observations of the two numbers of the tests. */
interface RecordingReceiver {
  readonly handler: Receiver;
  readonly store: MemoryObservationStore;
  readonly errors: unknown[];
  known(): Promise<readonly Observation[]>;
}

export function whatsapp(options: Partial<Parameters<typeof whatsappReceiver>[0]> = {}): RecordingReceiver {
  return recording((base) =>
    whatsappReceiver({ ...base, appSecret: APP_SECRET, verifyToken: VERIFY_TOKEN, ...options }),
  );
}

export function telegram(options: Partial<Parameters<typeof telegramReceiver>[0]> = {}): RecordingReceiver {
  return recording((base) => telegramReceiver({ ...base, secretToken: SECRET_TOKEN, ...options }));
}

function recording(
  create: (base: {
    store: MemoryObservationStore;
    clock: ManualClock;
    onError: (error: unknown) => void;
  }) => Receiver,
): RecordingReceiver {
  const store = new MemoryObservationStore();
  const errors: unknown[] = [];
  const handler = create({ store, clock: new ManualClock(NOON), onError: (error) => errors.push(error) });
  return { handler, store, errors, known: () => store.find([ADA, BOB], 0) };
}

export function signature(body: string | Uint8Array, secret: string = APP_SECRET): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** A webhook as Meta sends it. Text is sent unchanged, everything else as JSON. */
export function signed(body: unknown, secret?: string): Request {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature(text, secret) };
  return new Request('http://localhost/hooks/whatsapp', { method: 'POST', headers, body: text });
}

/** A webhook's body with this `value`. */
export function delivery(value: object, change: object = {}): object {
  const metadata = { display_phone_number: '15550783881', phone_number_id: '106540352242922' };
  const changes = [
    { value: { messaging_product: 'whatsapp', metadata, ...value }, field: 'messages', ...change },
  ];
  return { object: 'whatsapp_business_account', entry: [{ id: '102290129340398', changes }] };
}

export function message(changes: object = {}): object {
  return {
    from: '41791234567',
    id: 'wamid.HBgLNDE3OTEyMzQ1Njc',
    timestamp: String(SECONDS),
    type: 'text',
    text: { body: 'Hello' },
    ...changes,
  };
}

export function status(changes: object = {}): object {
  return {
    id: 'wamid.HBgLNDE3OTEyMzQ1Njc',
    recipient_id: '41791234567',
    status: 'delivered',
    timestamp: String(SECONDS),
    ...changes,
  };
}

/** An update of a bot. Text is sent unchanged, everything else as JSON. */
export function update(body: unknown, headers: Record<string, string> = {}): Request {
  return new Request('http://localhost/hooks/telegram', {
    method: 'POST',
    headers: { 'x-telegram-bot-api-secret-token': SECRET_TOKEN, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export function contactShared(contact: object = {}, changes: object = {}): object {
  return {
    update_id: 10_000,
    message: {
      message_id: 1_365,
      from: { id: 123, is_bot: false, first_name: 'Ada' },
      chat: { id: 123, type: 'private' },
      date: SECONDS,
      contact: { phone_number: '41791234567', first_name: 'Ada', user_id: 123, ...contact },
      ...changes,
    },
  };
}
