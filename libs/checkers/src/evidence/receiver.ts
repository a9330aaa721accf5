import { createHash, timingSafeEqual } from 'node:crypto';
import {
  type Clock,
  type ErrorCode,
  isDialproofError,
  type Observation,
  type ObservationStore,
  systemClock,
} from '@dialproof/core';
import type { Secret } from '../upstream/secret.js';

/** The form of a secret, with its words for an error. */
export interface SecretForm {
  readonly name: string;
  readonly pattern: RegExp;
  readonly expected: string;
}

/** Throws TypeError for a value that is neither a function nor a secret of that form. The message contains no part of it. */
export function requireSecret(secret: Secret, form: SecretForm): void {
  if (typeof secret !== 'function') assertForm(secret, form);
}

/** The secret as of now. Rejects for a malformed one: with an empty one, anybody could sign. */
export async function readSecret(secret: Secret, form: SecretForm): Promise<string> {
  const text: unknown = typeof secret === 'function' ? await secret() : secret;
  assertForm(text, form);
  return text;
}

/** Whether two texts are equal, in a time that does not depend on where they differ. */
export function sameText(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function assertForm(secret: unknown, { name, pattern, expected }: SecretForm): asserts secret is string {
  if (typeof secret === 'string' && pattern.test(secret)) return;
  throw new TypeError(`option ${name} is malformed, expected ${expected}, or a function that gives it`);
}

/** Answers a `Request`, as the Fetch standard has it. It never rejects. */
export type Receiver = (request: Request) => Promise<Response>;

export interface ReceiverOptions {
  /** The store of the observations. */
  readonly store: Pick<ObservationStore, 'record'>;
  /** Tells which times are in the future. Default the machine's own clock. */
  readonly clock?: Pick<Clock, 'now'>;
  /**
   * Called with the error when a request is answered with 500 or 503: the store has failed, or the function of a secret. What it throws is
   * ignored. Default a warning of the process.
   */
  readonly onError?: (error: unknown) => void;
}

/** The differences between the webhooks of apps. */
interface ReceiverKind {
  /** Answers a request without observations, such as the verification of the address; undefined for any other. */
  readonly greet?: (request: Request) => Promise<Response | undefined>;
  /** Judges the headers, before the body is read: undefined if they cannot be the app's, else a function that judges the body. */
  readonly authenticate: (headers: Headers) => Promise<((body: Uint8Array) => boolean) | undefined>;
  /** The observations of a body, which was parsed and may be anything. */
  readonly observationsOf: (body: unknown, now: number) => readonly Observation[];
  readonly allow: string;
}

/**
 * Makes the handler of a webhook. Every request that the app has signed is answered with 200, understood or not: apps repeat a refused request,
 * and in the end switch the webhook off. The answer comes after the observations were recorded: with 500 or 503 the app sends them again.
 */
export function createReceiver(options: ReceiverOptions, kind: ReceiverKind): Receiver {
  const { store, clock = systemClock, onError = warnProcess } = options;
  if (typeof store?.record !== 'function') throw new TypeError('option store must be an ObservationStore');
  const readBody = bodyReader();

  async function answer(request: Request): Promise<Response> {
    const greeting = await kind.greet?.(request);
    if (greeting !== undefined) return greeting;
    if (request.method !== 'POST') return refusal(405, 'method_not_allowed', { allow: kind.allow });
    const isSigned = await kind.authenticate(request.headers);
    if (isSigned === undefined) return refusal(401, 'not_authenticated');
    const body = await readBody(request);
    if (body === 'too_large') return refusal(413, 'request_too_large');
    if (body === 'overloaded') return refusal(503, 'overloaded', { 'retry-after': '1' });
    if (body === 'interrupted') return refusal(400, 'upload_interrupted');
    if (!isSigned(body)) return refusal(401, 'not_authenticated');
    const parsed = parse(body);
    if (parsed === undefined) return refusal(400, 'malformed_request');
    const observations = kind.observationsOf(parsed.json, clock.now());
    if (observations.length > 0) await store.record(observations);
    return new Response(null, { status: 200 });
  }

  return async (request) => {
    try {
      return await answer(request);
    } catch (error) {
      report(onError, error);
      return isDialproofError(error, 'storage_unavailable')
        ? refusal(503, 'storage_unavailable')
        : refusal(500, 'internal_error');
    }
  };
}

/** A refusal in the form of the HTTP contract's. */
export function refusal(
  status: number,
  detail: ErrorCode,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ detail }, { status, headers });
}

function parse(body: Uint8Array): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) };
  } catch {
    return undefined;
  }
}

function report(onError: (error: unknown) => void, error: unknown): void {
  try {
    onError(error);
  } catch {
    // A log that throws must not cost the app its answer.
  }
}

function warnProcess(error: unknown): void {
  process.emitWarning(`a webhook was not recorded: ${String(error)}`, 'DialproofWarning');
}

/** WhatsApp sends up to 3 MB in one request; those of Telegram are far smaller. */
const MAX_BODY_BYTES = 3 * 1024 * 1024;

/** Webhooks are mostly far smaller than this. Such a body is always read. */
const SMALL_BYTES = 64 * 1024;
/** The bytes of larger bodies, beyond their first ones, that one webhook holds at once: room for ten of the largest. */
const MAX_HELD_BYTES = 10 * MAX_BODY_BYTES;

type BodyReader = (request: Request) => Promise<Uint8Array | 'too_large' | 'interrupted' | 'overloaded'>;

/**
 * Creates a function that reads the bytes of requests, up to the limit of a webhook's body. The sender is authenticated only when all bytes
 * have arrived, so concurrent bodies are limited too: otherwise strangers could fill the memory.
 */
function bodyReader(): BodyReader {
  let allHeld = 0;
  return async ({ body, headers }) => {
    if (Number(headers.get('content-length') ?? 0) > MAX_BODY_BYTES) {
      await cancel(body);
      return 'too_large';
    }
    if (body === null) return new Uint8Array();
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    let held = 0;
    try {
      // The iteration's early end cancels the stream.
      for await (const piece of body) {
        bytes += piece.byteLength;
        if (bytes > MAX_BODY_BYTES) return 'too_large';
        const more = Math.max(0, bytes - SMALL_BYTES) - held;
        if (allHeld + more > MAX_HELD_BYTES) return 'overloaded';
        held += more;
        allHeld += more;
        pieces.push(piece);
      }
    } catch {
      return 'interrupted';
    } finally {
      allHeld -= held;
    }
    return Buffer.concat(pieces);
  };
}

async function cancel(body: ReadableStream<Uint8Array> | null): Promise<void> {
  await body?.cancel().catch(() => {});
}
