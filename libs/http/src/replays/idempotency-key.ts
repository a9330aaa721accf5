import { DialproofError } from '@dialproof/core';

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
