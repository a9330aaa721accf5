import { createPrivateKey, type KeyObject, randomUUID, sign } from 'node:crypto';
import { systemClock } from '@dialproof/core';
import type { Secret } from '../upstream/secret.js';
import type { Upstream } from '../upstream/upstream.js';
import { DescribedRequest, DescribedSecrets } from './described-request.js';
import type { ReadDescription } from './description.js';
import { KeptToken, type MadeToken, oauthToken, type UsedToken } from './oauth-token.js';
import { renderJson } from './template.js';

type Described = NonNullable<ReadDescription['token']>;
type Secrets = Readonly<Record<string, Secret>>;
type Values = ReadonlyMap<string, string>;

/** Makes tokens of one kind from the current credentials. */
interface Maker {
  credentials(signal: AbortSignal): Promise<Values>;
  make(credentials: Values): Promise<MadeToken>;
}

/** The token that stands for `{token}` in requests. */
export class DescribedToken {
  readonly #kept = new KeptToken();
  readonly #maker: Maker;

  /** Throws TypeError for secrets that do not fit the description. */
  constructor({ jwt, oauth }: Described, secrets: Secrets, upstream: Upstream) {
    if (oauth !== undefined) this.#maker = granted(oauth, secrets, upstream);
    else if (jwt !== undefined) this.#maker = signed(jwt, secrets);
    else throw new TypeError('a token needs oauth or jwt');
  }

  /** Resolves to a valid token. Rejects with the errors that a checker may reject with. */
  async use(signal: AbortSignal): Promise<UsedToken> {
    signal.throwIfAborted();
    const credentials = await this.#maker.credentials(signal);
    const make = () => this.#maker.make(credentials);
    return this.#kept.use(JSON.stringify([...credentials]), make, signal);
  }

  forget({ text }: UsedToken): void {
    this.#kept.forget(text);
  }
}

function granted(oauth: NonNullable<Described['oauth']>, secrets: Secrets, upstream: Upstream): Maker {
  const form = { grant_type: 'client_credentials', ...oauth.form };
  const request = new DescribedRequest({ ...oauth, method: 'POST', form }, undefined, secrets);
  const named = new DescribedSecrets(oauth, secrets);
  return {
    credentials: (signal) => named.read(signal),
    make: () => oauthToken(request, upstream),
  };
}

function signed({ claims, privateKey, seconds }: NonNullable<Described['jwt']>, secrets: Secrets): Maker {
  const named = new DescribedSecrets(claims, secrets);
  const key = new DescribedSecrets(privateKey, secrets, keyDefect);
  return {
    credentials: async (signal) => new Map([...(await named.read(signal)), ...(await key.read(signal))]),
    async make(credentials) {
      const rendered = Object(renderJson(claims, credentials, []));
      return signedToken(rendered, String(renderJson(privateKey, credentials, [])), seconds);
    },
  };
}

/** Signs claims as a JSON Web Token with RS256 (RFC 7519; RFC 7518, 3.3). */
function signedToken(claims: object, privateKey: string, seconds: number): MadeToken {
  const key = keyIn(privateKey);
  if (key === undefined) throw new TypeError(`a private key ${NO_KEY}`);
  const iat = Math.floor(systemClock.now() / 1_000);
  const payload = { ...claims, iat, exp: iat + seconds, jti: randomUUID() };
  const content = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(payload)}`;
  const signature = sign('RSA-SHA256', Buffer.from(content), key).toString('base64url');
  return { text: `${content}.${signature}`, lastsMs: seconds * 1_000 };
}

/** Says why a secret is no key that can sign; undefined for one that can. */
function keyDefect(secret: unknown): string | undefined {
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
