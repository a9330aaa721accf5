import { DialproofError } from '@dialproof/core';
import type { HttpReply } from '../message/http-message.js';
import type { HashedContent } from '../uploads/hashed-content.js';

/** An attempt to answer a request with a key. */
export interface Attempt {
  /**
   * The same for each attempt at the request until it is answered, and unique to the request. An object whose id is derived from it and the
   * account is made only once, even if an earlier process was killed.
   */
  readonly requestId: string;
  /** Whether an earlier attempt was begun and not completed, so that some of its work may be done. */
  readonly wasBegun: boolean;
  /**
   * Is aborted when the lease is lost: this process stood still for so long that another one answers the request now. Work that has not
   * begun must not begin then.
   */
  readonly signal: AbortSignal;
}

/** Does the work of a request. Without a key, `attempt` is undefined. */
export type Work = (attempt: Attempt | undefined) => Promise<HttpReply>;

/** Members of a JSON reply that are not kept with it: once the object that has them is deleted, no copy may be left. */
export interface WithheldMembers {
  readonly names: readonly string[];
  /** Finds an object with their values again for a repeat. Its rejection is the refusal of the repeat. */
  find(): Promise<object>;
}

/** The payload of a request, beside its operation and the item in its path, and the part of its reply that is not kept. */
export interface JsonPayload {
  /** Its parsed body. Default: none. */
  readonly asked?: unknown;
  /** Default: all of the reply is kept. */
  readonly withheld?: WithheldMembers;
}

/** A file with its settings. */
export interface FilePayload {
  readonly asked: unknown;
  readonly content: HashedContent;
  /**
   * Takes a slot among the files that are read at once, and resolves to the function that releases it: a repeat reads its file only to
   * compare it.
   */
  takeSlot(): Promise<() => void>;
}

/**
 * Does a request once, however often it is sent, and resolves to its reply or to its earlier reply. Codes: `request_in_progress`,
 * `idempotency_key_reused` (the earlier request had another payload), `too_many_requests` (the account has as many keys as it may), and
 * those of `work`, which are not remembered.
 */
export interface Once {
  answer(work: Work, payload?: JsonPayload): Promise<HttpReply>;
  answerFile(work: Work, payload: FilePayload): Promise<HttpReply>;
}

/** Does a request without a key each time it is sent. */
export const EVERY_TIME: Once = {
  answer: (work) => work(undefined),
  answerFile: (work) => work(undefined),
};

const MAX_KEY_CHARS = 255;

/**
 * The key of an `Idempotency-Key` header, undefined if there is none. By RFC 9651, 3.3.3, it is a string in quotes, but most clients send
 * it without: both are the same key. Code: `malformed_request`.
 */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const key = text.startsWith('"') ? unquoted(text) : text;
  if (key === '' || key.length > MAX_KEY_CHARS) {
    throw malformed(`the Idempotency-Key must have 1 to ${MAX_KEY_CHARS} characters, it has ${key.length}`);
  }
  return key;
}

/** The text between the quotes. Parameters behind them have no meaning here. */
function unquoted(text: string): string {
  const found = /^"((?:[^"\\]|\\["\\])*)"\s*(?:;.*)?$/.exec(text);
  if (found?.[1] === undefined)
    throw malformed('the Idempotency-Key begins with a quote and does not end with one');
  return found[1].replaceAll(/\\(["\\])/g, '$1');
}

function malformed(hint: string): DialproofError {
  return new DialproofError('malformed_request', { hint });
}
