import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** A token that has just been made. */
export interface NewToken {
  /** What is given to the account's holder, this once: `dp_<token id>_<secret>_<checksum>`. */
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
// Tokens of versions before the checksum have none and stay good.
const TOKEN = /^(dp_([0-9a-f]{16})_([A-Za-z0-9_-]{43}))(?:_([0-9a-f]{8}))?$/;

export function makeToken(): NewToken {
  const tokenId = randomBytes(ID_BYTES).toString('hex');
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const begin = `dp_${tokenId}_${secret}`;
  const checksum = checksumOf(begin);
  return { token: `${begin}_${checksum}`, tokenId, secretHash: hashSecret(`${secret}_${checksum}`) };
}

/** By it, scanners for leaked secrets tell a token from what merely looks like one. It protects nothing. */
function checksumOf(begin: string): string {
  return crc32(begin).toString(16).padStart(8, '0');
}

/** Undefined for what has not the form of a token. */
export function readToken(token: string): ReadToken | undefined {
  const [, begin, tokenId, secret, checksum] = TOKEN.exec(token) ?? [];
  if (begin === undefined || tokenId === undefined || secret === undefined) return undefined;
  if (checksum === undefined) return { tokenId, secretHash: hashSecret(secret) };
  // With the checksum in the hash, a token without its checksum is nobody's.
  return checksum === checksumOf(begin)
    ? { tokenId, secretHash: hashSecret(`${secret}_${checksum}`) }
    : undefined;
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
