import { randomUUID } from 'node:crypto';

/** A request with an `Idempotency-Key`, to be sent any number of times. */
export interface KeyedRequest {
  readonly label: string;
  readonly path: string;
  readonly key: string;
  /** The cost of doing it once. */
  readonly credits: number;
  /** The request's body, the same each time. */
  body(): { readonly body: string | FormData; readonly headers?: Record<string, string> };
}

export interface KeyedReply {
  readonly status: number;
  readonly isReplayed: boolean;
  readonly body: string;
}

const ROWS = 40;
const ANSWER_WITHIN_MS = 20_000;

/** A number that the sandbox answers, so it is charged. */
const phone = (serial: number): string => `+1${415 + (serial % 500)}5550102`;

export function keyedVerification(serial: number): KeyedRequest {
  const json = JSON.stringify({ phone: phone(serial) });
  return {
    ...{ label: `number ${serial}`, path: '/v1/verify', key: randomUUID(), credits: 1 },
    body: () => ({ body: json, headers: { 'content-type': 'application/json' } }),
  };
}

export function keyedUpload(serial: number): KeyedRequest {
  const rows = Array.from({ length: ROWS }, (_, row) => `${phone(row)},customer ${serial}-${row}\r\n`);
  const content = `phone,name\r\n${rows.join('')}`;
  return {
    ...{ label: `file ${serial}`, path: '/v1/verify/batch', key: randomUUID(), credits: ROWS },
    body() {
      const body = new FormData();
      body.append('file', new Blob([content]), `customers-${serial}.csv`);
      return { body };
    },
  };
}

/** A webhook that gets no deliveries, since no task of the drill fails. */
export function keyedWebhook(serial: number): KeyedRequest {
  const json = JSON.stringify({ url: `https://receiver.example/${serial}`, events: ['task.failed'] });
  return {
    ...{ label: `webhook ${serial}`, path: '/v1/webhooks', key: randomUUID(), credits: 0 },
    body: () => ({ body: json, headers: { 'content-type': 'application/json' } }),
  };
}

/** Sends a request, and resolves to undefined if the connection breaks before the answer. */
export async function send(
  { base, token }: { readonly base: string; readonly token: string },
  { body: content, key, path }: KeyedRequest,
): Promise<KeyedReply | undefined> {
  const { body, headers = {} } = content();
  try {
    const reply = await fetch(base + path, {
      method: 'POST',
      body,
      headers: { ...headers, authorization: `Bearer ${token}`, 'idempotency-key': key },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const isReplayed = reply.headers.get('idempotency-replayed') === 'true';
    return { status: reply.status, isReplayed, body: await reply.text() };
  } catch {
    return undefined;
  }
}
