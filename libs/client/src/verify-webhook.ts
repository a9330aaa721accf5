import { DialproofError } from './dialproof-error.js';

/** An event of a webhook. */
export type WebhookEvent =
  | TaskEvent<'task.done'>
  | TaskEvent<'task.failed'>
  | {
      readonly type: 'list.changed';
      readonly timestamp: string;
      /** How many numbers came, changed, replaced another and went since the run before. */
      readonly data: { readonly list_id: string; readonly task_id: string } & Readonly<
        Record<'came' | 'changed' | 'replaced' | 'went' | 'unchanged', number>
      >;
    }
  | {
      readonly type: 'list.skipped';
      readonly timestamp: string;
      /** With the code for which the run was refused, and the task that has the rows of the list. */
      readonly data: { readonly list_id: string; readonly task_id: string; readonly reason: string };
    }
  | {
      readonly type: 'credits.low';
      readonly timestamp: string;
      readonly data: { readonly available: number; readonly threshold: number };
    };

interface TaskEvent<Type extends string> {
  readonly type: Type;
  /** The time of the event: ISO 8601, in UTC. */
  readonly timestamp: string;
  readonly data: { readonly task_id: string };
}

/** A webhook's message whose signature is right. */
export interface VerifiedWebhook {
  /** The same in every repeat: remember it, and do nothing the second time. */
  readonly id: string;
  readonly event: WebhookEvent;
}

/** The headers of a request: those of the Fetch standard, or an object as node:http has it. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyWebhookRequest {
  /** `whsec_...`; two of them while the secret is being rotated. */
  readonly secret: string | readonly string[];
  readonly headers: WebhookHeaders;
  /** The raw body, before anything has parsed it. */
  readonly body: string | Uint8Array;
  /** The largest difference between the time of a message and this machine's clock, in milliseconds. Default 300,000. */
  readonly toleranceMs?: number;
  /** Milliseconds since 1970. Default the machine's. */
  readonly now?: number;
}

/** Node's types do not export this type. */
type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const TOLERANCE_MS = 300_000;

/** Verifies a message by Standard Webhooks 1.0. Code: `webhook_not_verified`. */
export async function verifyWebhook({
  secret,
  headers,
  body,
  toleranceMs = TOLERANCE_MS,
  now = Date.now(),
}: VerifyWebhookRequest): Promise<VerifiedWebhook> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  if (!/^\d{1,12}$/.test(timestamp)) throw notVerified('its webhook-timestamp is no time');
  // Otherwise anyone who has seen a message could repeat it for ever.
  if (Math.abs(now - Number(timestamp) * 1_000) > toleranceMs) {
    throw notVerified('its webhook-timestamp is too far from the clock of this machine');
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const keys = await Promise.all((typeof secret === 'string' ? [secret] : secret).map(keyOf));
  const isRight = await Promise.all(
    keys.flatMap((key) => signatures.map((signature) => isSignedWith(key, signature, signed))),
  );
  if (!isRight.includes(true)) throw notVerified('none of its signatures was made with the secret');
  return { id, event: eventIn(text) };
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = isOfFetch(headers) ? headers.get(name) : ownHeader(headers, name);
  if (typeof value !== 'string' || value === '') throw notVerified(`it has no header ${name}`);
  return value;
}

/** Headers of node:http are texts and lists, so a header named `get` is no function. */
function isOfFetch(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}

function ownHeader(headers: WebhookHeaders, name: string): unknown {
  const found = Object.entries(headers).find(([written]) => written.toLowerCase() === name);
  return Array.isArray(found?.[1]) ? found[1][0] : found?.[1];
}

async function keyOf(secret: string): Promise<HmacKey> {
  const base64 = secret.replace(/^whsec_/, '');
  const bytes = bytesOf(base64);
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError('secret must be as it was shown, whsec_...');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** Whether a signature, `v1,` and base64, was made with the key. It takes the same time however much of it is right. */
async function isSignedWith(
  key: HmacKey,
  signature: string,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const [version, base64 = ''] = signature.split(',');
  const bytes = version === 'v1' ? bytesOf(base64) : undefined;
  return bytes !== undefined && crypto.subtle.verify('HMAC', key, bytes, signed);
}

/** Undefined for invalid base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function eventIn(text: string): WebhookEvent {
  try {
    // It was signed with the secret, so the server has written it.
    return JSON.parse(text) as WebhookEvent;
  } catch (cause) {
    throw new DialproofError('webhook_not_verified', { hint: 'its body is no JSON', cause });
  }
}

function notVerified(hint: string): DialproofError {
  return new DialproofError('webhook_not_verified', { hint });
}
