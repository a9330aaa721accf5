import { DialproofError } from '@dialproof/core';
import { unlessAborted } from '../calls/waiting.js';

/**
 * Reads an upstream's base address, and returns it without slashes at its end. It must be `https:`, since credentials and customers' numbers
 * go there; `http:` is for this machine alone. Throws TypeError; the message holds no part of the address, which may carry a password.
 */
export function readBaseUrl(name: string, text: string): string {
  if (!URL.canParse(text)) throw new TypeError(`option ${name} must be an address such as https://host`);
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw new TypeError(`option ${name} must begin with https://; http:// is for this machine alone`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypeError(`option ${name} must not hold a user name or a password`);
  }
  if (url.search !== '' || url.hash !== '') {
    throw new TypeError(`option ${name} must not hold a query or a fragment`);
  }
  return url.href.replace(/\/+$/, '');
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/**
 * What an upstream knows the operator by: a key, a token, a password. A function is called for each call of the upstream, so that a
 * secret may change while the process runs; it may well keep what it has read.
 */
export type Secret = string | (() => string | Promise<string>);

/** Text that a header may carry. It excludes a key with a line break at its end, which a file often has. */
const HEADER_TEXT = /^[!-~](?:[ -~]*[!-~])?$/;

/** A shorter text is no secret. Where an upstream quotes it, it could not be told from ordinary words. */
const MIN_LENGTH = 4;

/** Says why a value cannot be the text of a secret, without any part of it; undefined if it can. */
export type DefectOf = (secret: unknown) => string | undefined;

/** Throws TypeError for what is neither a function nor a text that may be a secret. The message holds no part of it. */
export function requireSecret(name: string, secret: Secret, defectOf: DefectOf = headerDefect): Secret {
  if (typeof secret === 'function') return secret;
  const defect = defectOf(secret);
  if (defect === undefined) return secret;
  throw new TypeError(`option ${name} ${defect}`);
}

/**
 * The secret as of now. Rejects with `checker_unauthorized` when a function gives one that cannot be used, with `checker_unavailable` when
 * it fails, and with the signal's reason once that is aborted.
 */
export async function readSecret(
  name: string,
  secret: Secret,
  signal: AbortSignal,
  defectOf: DefectOf = headerDefect,
): Promise<string> {
  if (typeof secret === 'string') return secret;
  const text = await unlessAborted(called(secret), signal).catch((error: unknown) => {
    if (signal.aborted) throw signal.reason;
    // The error is the host's own and may quote the secret: it is named and not handed on.
    const kind = error instanceof Error ? error.name : typeof error;
    throw new DialproofError('checker_unavailable', { hint: `option ${name} failed with ${kind}` });
  });
  const defect = defectOf(text);
  if (defect === undefined) return String(text);
  throw new DialproofError('checker_unauthorized', {
    hint: `option ${name} is a function, and its text ${defect}`,
  });
}

/** Calls it such that what it throws is a rejection. */
async function called(secret: () => string | Promise<string>): Promise<unknown> {
  return secret();
}

function headerDefect(secret: unknown): string | undefined {
  if (typeof secret !== 'string') return `must be a text or a function, not ${typeof secret}`;
  if (secret === '') return 'is empty';
  if (!HEADER_TEXT.test(secret)) return 'must be printable ASCII without spaces or line breaks around it';
  return secret.length < MIN_LENGTH ? `must have at least ${MIN_LENGTH} characters` : undefined;
}
