import { createPublicKey, verify } from 'node:crypto';
import type { UpstreamReply, UpstreamRequest } from './upstream-faults.js';

/** What the `Authorization` of a request holds. */
export interface GivenCredentials {
  /** The user and the password of HTTP Basic, or the claims of a JSON Web Token. */
  readonly text: string;
  /** Whether it is a token that ends later and was signed by the key. */
  isSignedBy(privateKey: string): boolean;
}

export function credentialsIn({ headers }: UpstreamRequest): GivenCredentials {
  const [, kind = '', text = ''] = /^(Basic|Bearer) (.*)$/.exec(headers.authorization ?? '') ?? [];
  const [header = '', payload = '', signature = ''] = text.split('.');
  const decode = (part: string, as: 'base64' | 'base64url') => Buffer.from(part, as).toString();
  return {
    text: kind === 'Basic' ? decode(text, 'base64') : decode(payload, 'base64url'),
    isSignedBy(privateKey) {
      if (signature === '') return false;
      const key = createPublicKey(privateKey.replaceAll('\\n', '\n'));
      const content = Buffer.from(`${header}.${payload}`);
      const { exp }: { exp: number } = JSON.parse(decode(payload, 'base64url'));
      return (
        exp > Date.now() / 1_000 && verify('RSA-SHA256', content, key, Buffer.from(signature, 'base64url'))
      );
    },
  };
}

export function isKey(secret: string): boolean {
  return secret.startsWith('-----BEGIN');
}

/** The reply to a request for a token by OAuth 2 with client credentials (RFC 6749, 4.4 and 5). */
export function grantedToken(
  request: UpstreamRequest,
  token: unknown,
  secrets: readonly string[],
): UpstreamReply {
  const form = new URLSearchParams(request.body);
  if (request.method !== 'POST' || form.get('grant_type') !== 'client_credentials')
    return { status: 400, body: { error: 'unsupported_grant_type' } };
  const given = [credentialsIn(request).text, ...form.values()].join('\n');
  if (secrets.some((secret) => !given.includes(secret)))
    return { status: 401, body: { error: 'invalid_client' } };
  return { status: 200, body: token };
}
