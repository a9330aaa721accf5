import { hash, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type Entropy, SCOPES, type Scope } from '@dialproof/core';

/** A new token. */
export interface NewToken {
  /** The text for the account's holder, shown only once: `dp_<token id>_<secret>_<checksum>`. */
  readonly token: string;
  /** Its public part, by which it is found and named. */
  readonly tokenId: string;
  /** The stored hash of the secret. */
  readonly secretHash: Uint8Array;
}

/** The parts of a well-formed token, which need not belong to an account. */
export interface ReadToken {
  readonly tokenId: string;
  readonly secretHash: Uint8Array;
}

const ID_BYTES = 8;
const SECRET_BYTES = 32;

// The id is hexadecimal, since the secret's base64url may contain the separating underscore.
// Tokens of earlier versions have no checksum and stay valid.
const TOKEN = /^(dp_([0-9a-f]{16})_([A-Za-z0-9_-]{43}))(?:_([0-9a-f]{8}))?$/;

export function makeToken(entropy: Pick<Entropy, 'bytes'>): NewToken {
  const tokenId = entropy.bytes(ID_BYTES).toString('hex');
  const secret = entropy.bytes(SECRET_BYTES).toString('base64url');
  const begin = `dp_${tokenId}_${secret}`;
  const checksum = checksumOf(begin);
  return { token: `${begin}_${checksum}`, tokenId, secretHash: hashSecret(`${secret}_${checksum}`) };
}

/** It helps scanners for leaked secrets to recognise tokens. It protects nothing. */
function checksumOf(begin: string): string {
  return crc32(begin).toString(16).padStart(8, '0');
}

/** Undefined for a malformed token. */
export function readToken(token: string): ReadToken | undefined {
  const [, begin, tokenId, secret, checksum] = TOKEN.exec(token) ?? [];
  if (begin === undefined || tokenId === undefined || secret === undefined) return undefined;
  if (checksum === undefined) return { tokenId, secretHash: hashSecret(secret) };
  // The hash covers the checksum, so a token that has lost its checksum is refused.
  return checksum === checksumOf(begin)
    ? { tokenId, secretHash: hashSecret(`${secret}_${checksum}`) }
    : undefined;
}

/**
 * Whether the secret has the stored hash. Without a stored hash it compares all the same, so that its duration does not reveal which
 * token ids exist.
 */
export function isSameSecret(given: Uint8Array, kept: Uint8Array | undefined): boolean {
  const same = timingSafeEqual(given, kept ?? NO_HASH);
  return kept !== undefined && same;
}

const NO_HASH = new Uint8Array(32);

// A plain hash is enough: 256 random bits cannot be guessed from it, unlike a password.
function hashSecret(secret: string): Uint8Array {
  return hash('sha256', secret, 'buffer');
}

/** The stored form of scopes. Throws TypeError for an unknown scope: without it, the token would differ from the request. */
export function writeScopes(scopes: readonly Scope[] | null): string | null {
  if (scopes === null) return null;
  const unknown = scopes.find((scope) => !SCOPES.includes(scope));
  if (unknown !== undefined) throw new TypeError(`the scope ${unknown} is none of ${SCOPES.join(', ')}`);
  return JSON.stringify([...new Set(scopes)]);
}

/** Leaves out a scope of a later version. The token may then do less, and never more. */
export function readScopes(text: string | null): readonly Scope[] | null {
  if (text === null) return null;
  const kept: unknown = JSON.parse(text);
  return Array.isArray(kept) ? SCOPES.filter((scope) => kept.includes(scope)) : [];
}
