import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A token that has just been made. */
export interface NewToken {
  /** What is given to the account's holder, this once: `dp_<token id>_<secret>`. */
  readonly token: string;
  /** Its public part, by which it is found and named. */
  readonly tokenId: string;
  /** What is kept of the secret. */
  readonly secretHash: Uint8Array;
}

/** What a token says, whether or not it is anybody's. */
export interface ReadToken {
  readonly tokenId: string;
  readonly secretHash: Uint8Array;
}

const ID_BYTES = 8;
const SECRET_BYTES = 32;

// The id is hexadecimal, since the secret's base64url may hold the underscore that parts the two.
const TOKEN = /^dp_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;

export function makeToken(): NewToken {
  const tokenId = randomBytes(ID_BYTES).toString('hex');
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { token: `dp_${tokenId}_${secret}`, tokenId, secretHash: hashSecret(secret) };
}

/** Undefined for what has not the form of a token. */
export function readToken(token: string): ReadToken | undefined {
  const [, tokenId, secret] = TOKEN.exec(token) ?? [];
  return tokenId === undefined || secret === undefined
    ? undefined
    : { tokenId, secretHash: hashSecret(secret) };
}

/**
 * Whether the secret is the one that is kept. With nothing kept it compares all the same, so that the time it takes does not tell
 * which token ids exist.
 */
export function isSameSecret(given: Uint8Array, kept: Uint8Array | undefined): boolean {
  const same = timingSafeEqual(given, kept ?? NO_HASH);
  return kept !== undefined && same;
}

const NO_HASH = new Uint8Array(32);

// A plain hash is enough: 256 random bits cannot be guessed from it, as a password could.
function hashSecret(secret: string): Uint8Array {
  return hash('sha256', secret, 'buffer');
}
