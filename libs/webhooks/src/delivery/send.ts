import { Agent, request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Clock, DeliveryFailure, WebhookEvent } from '@dialproof/core';
import { retryAfterMs } from '@dialproof/core/model';
import { Webhook as Signer } from 'standardwebhooks';
import {
  AddressError,
  type AddressRules,
  findAddresses,
  type ResolveHost,
} from '../address/address-rules.js';
import { hostOf } from '../address/webhook-url.js';

export interface SendSettings {
  readonly clock: Clock;
  readonly rules: AddressRules;
  readonly resolve: ResolveHost;
  /** Milliseconds from resolving the name to the status. */
  readonly timeoutMs: number;
  /** Certificates in PEM to trust instead of those of Node; undefined: those of Node. */
  readonly trustedCertificates: readonly string[] | undefined;
}

export type SendOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfterMs: number | null }
  /** The reason why there was no answer: `reason` for the operator, `failure` for the customer. */
  | { readonly kind: 'failed'; readonly reason: string; readonly failure: DeliveryFailure }
  /** The signal was aborted. */
  | { readonly kind: 'interrupted' };

/** Sends a message, once. It never rejects. */
export async function send(
  url: URL,
  message: WebhookMessage,
  settings: SendSettings,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const { clock, timeoutMs } = settings;
  const ended = new AbortController();
  const interrupt = (): void => ended.abort();
  signal.addEventListener('abort', interrupt, { once: true });
  if (signal.aborted) interrupt();
  const cancelTimeout = clock.schedule(timeoutMs, () => ended.abort());
  try {
    const addresses = await untilAborted(findAddresses(hostOf(url), settings, ended.signal), ended.signal);
    return await post(url, message, addresses, settings, ended.signal);
  } catch (error) {
    if (signal.aborted) return { kind: 'interrupted' };
    if (ended.signal.aborted) {
      return { kind: 'failed', failure: 'timed_out', reason: `no answer within ${timeoutMs} ms` };
    }
    return { kind: 'failed', failure: failureOf(error), reason: reasonOf(error) };
  } finally {
    cancelTimeout();
    signal.removeEventListener('abort', interrupt);
  }
}

/** Connects to one of these addresses and to no other, and resolves as soon as the status is there. */
function post(
  url: URL,
  { body, headers }: WebhookMessage,
  addresses: readonly string[],
  { clock, trustedCertificates }: SendSettings,
  signal: AbortSignal,
): Promise<SendOutcome> {
  // A separate agent: the global one may use a proxy, which would resolve the name itself.
  const agent = new Agent({ keepAlive: false, maxCachedSessions: 0 });
  return new Promise<SendOutcome>((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      agent,
      signal,
      lookup: lookupOf(addresses),
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      ...(trustedCertificates === undefined ? {} : { ca: [...trustedCertificates] }),
    });
    sent.on('response', (response) => {
      // Redirects are not followed, and bodies are not read: only the status counts.
      const status = response.statusCode ?? 0;
      const askedMs = retryAfterMs(response.headers['retry-after'], clock.now()) ?? null;
      resolve({ kind: 'answered', status, retryAfterMs: askedMs });
      response.on('error', () => {});
      sent.destroy();
    });
    sent.on('error', reject);
    sent.on('close', () => reject(new Error('the connection was closed before an answer')));
    sent.end(body);
  }).finally(() => agent.destroy());
}

/** Returns the addresses that were found and checked before, so that no second look-up can lead elsewhere. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (hostname, { all }, callback) => {
    const [first] = found;
    if (first === undefined) callback(new Error(`${hostname} has no address`), '');
    else if (all === true) callback(null, found);
    else callback(null, first.address, first.family);
  };
}

/** A name server may answer after the call was given up. */
function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Node's errors for an untrusted, an expired and another host's certificate. */
const OF_CERTIFICATES = /CERT|SIGNATURE|^ERR_TLS_/;

function failureOf(error: unknown): DeliveryFailure {
  if (error instanceof AddressError) return error.failure;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return OF_CERTIFICATES.test(code) ? 'certificate_refused' : 'connection_failed';
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed';
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return `${error.message}${code}`.slice(0, 300);
}

/** The message of one event. */
export interface WebhookMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * An event, signed with each secret that is valid (Standard Webhooks 1.0). `now`: the time of this try, in milliseconds since 1970;
 * receivers refuse messages that were signed long ago.
 */
export function messageOf(event: WebhookEvent, secrets: readonly string[], now: number): WebhookMessage {
  const { data, eventId, occurredAt, type } = event;
  const body = JSON.stringify({ type, timestamp: new Date(occurredAt).toISOString(), data });
  const signedAt = new Date(now);
  return {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'dialproof-webhooks',
      'webhook-id': eventId,
      'webhook-timestamp': String(Math.floor(now / 1_000)),
      'webhook-signature': secrets
        .map((secret) => new Signer(secret).sign(eventId, signedAt, body))
        .join(' '),
    },
    body,
  };
}
