import { createPrivateKey, type KeyObject, randomUUID, sign } from 'node:crypto';
import { systemClock } from '@dialproof/core';
import type { MadeToken } from './kept-token.js';

/** Signs claims as a JSON Web Token with RS256 (RFC 7519; RFC 7518, 3.3). */
export function signedToken(claims: object, privateKey: string, seconds: number): MadeToken {
  const key = keyIn(privateKey);
  if (key === undefined) throw new TypeError(`a private key ${NO_KEY}`);
  const iat = Math.floor(systemClock.now() / 1_000);
  const payload = { ...claims, iat, exp: iat + seconds, jti: randomUUID() };
  const content = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(payload)}`;
  const signature = sign('RSA-SHA256', Buffer.from(content), key).toString('base64url');
  return { text: `${content}.${signature}`, lastsMs: seconds * 1_000 };
}

/** Says why a secret is no key that can sign; undefined for one that can. */
export function keyDefect(secret: unknown): string | undefined {
  return keyIn(secret) === undefined ? NO_KEY : undefined;
}

const NO_KEY = 'must be a private RSA key in PEM, which begins with -----BEGIN';

/** Files of environment variables write the line breaks of a key as `\n`. */
function keyIn(text: unknown): KeyObject | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const key = createPrivateKey(text.replaceAll('\\n', '\n'));
    return key.asymmetricKeyType === 'rsa' ? key : undefined;
  } catch {
    return undefined;
  }
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
