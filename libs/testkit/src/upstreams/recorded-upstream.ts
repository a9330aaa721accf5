import { createPublicKey, verify } from 'node:crypto';
import type { UpstreamAnswers, UpstreamReply, UpstreamRequest } from './upstream-faults.js';

/** The replies of a vendor as its documents describe them, all about one number. */
export interface RecordedReplies {
  /** In E.164. */
  readonly number: string;
  /** The reply to a request for a token by OAuth 2, and its path. */
  readonly token?: {
    readonly path: string;
    readonly body: { readonly access_token: string };
    readonly document: string;
  };
  /** The reply to the submission of a look-up, whose result comes by a GET with its id. */
  readonly submitted?: {
    readonly httpStatus: number;
    readonly body: unknown;
    readonly document: string;
  };
  readonly replies: readonly RecordedReply[];
}

export interface RecordedReply {
  /** The meaning of the reply, in a few words. */
  readonly reply: string;
  readonly httpStatus: number;
  readonly body: unknown;
  /** The checker's result: a finding or a status, `failed`, or a refusal such as `unauthorized`. */
  readonly gives: string;
  /** The reason, by the document. */
  readonly because: string;
  readonly document: string;
}

export interface RecordedUpstreamOptions {
  readonly recorded: RecordedReplies;
  /**
   * Texts that every request has to hold, such as its key. Another request is refused with 401. With a recorded token, the request for one
   * has to hold them, and the others the token. A private key in PEM is the one that has signed the request's JSON Web Token.
   */
  readonly secrets: readonly string[];
  /** The calling code of the national numbers in requests. */
  readonly callingCode?: string;
  /** The finding for a number in E.164. If no reply gives it, the first that gives `line_unclear` is sent. */
  readonly findingOf: (number: string) => string;
}

/** A vendor's API that answers with its recorded replies, for any number. */
export function recordedUpstream(options: RecordedUpstreamOptions): UpstreamAnswers {
  const { callingCode = '', findingOf, recorded, secrets } = options;
  return (request) => {
    if (request.path === recorded.token?.path) return grantedToken(request, recorded.token.body, secrets);
    const asked = textOf(request);
    const given = credentialsIn(request);
    const needed = recorded.token === undefined ? secrets : [recorded.token.body.access_token];
    const texts = needed.filter((secret) => !isKey(secret));
    const isSigned = needed.filter(isKey).every((key) => given.isSignedBy(key));
    if (!isSigned || texts.some((secret) => !`${asked}\n${given.text}`.includes(secret)))
      return refusal(recorded);
    const digits = callingCode + numberIn(asked, texts);
    const finding = findingOf(`+${digits}`);
    const reply = replyTo(request, recorded, finding);
    return { status: reply.httpStatus, body: about(digits, reply.body, recorded, callingCode) };
  };
}

function replyTo({ method }: UpstreamRequest, { replies, submitted }: RecordedReplies, finding: string) {
  if (submitted !== undefined && method !== 'GET') return submitted;
  const reply =
    replies.find(({ gives }) => gives === finding) ?? replies.find(({ gives }) => gives === 'line_unclear');
  if (reply === undefined) throw new Error(`no recorded reply gives ${finding}`);
  return reply;
}

/** Address, body and headers. */
function textOf({ body, headers, path, query }: UpstreamRequest): string {
  const form = decodeURIComponent(body.replaceAll('+', ' '));
  return [path, ...query.values(), form, body, ...Object.values(headers)].join('\n');
}

/** The digits of the first number of at least seven digits. */
function numberIn(text: string, secrets: readonly string[]): string {
  const withoutSecrets = secrets.reduce((left, secret) => left.replaceAll(secret, ''), text);
  return /\d{7,15}/.exec(withoutSecrets)?.[0] ?? '';
}

/** The body, with another number in it. Vendors for one country write it without the calling code. */
function about(digits: string, body: unknown, { number }: RecordedReplies, callingCode: string): unknown {
  const recorded = number.slice(1);
  const text = JSON.stringify(body).replaceAll(recorded, digits);
  if (callingCode === '') return JSON.parse(text);
  const [national, given] = [recorded, digits].map((one) => one.slice(callingCode.length));
  return JSON.parse(text.replaceAll(national ?? '', given ?? ''));
}

function refusal({ replies }: RecordedReplies): UpstreamReply {
  const recorded = replies.find(({ gives }) => gives === 'unauthorized');
  return { status: recorded?.httpStatus ?? 401, body: recorded?.body ?? {} };
}

/** The contents of a request's `Authorization` header. */
interface GivenCredentials {
  /** The user and the password of HTTP Basic, or the claims of a JSON Web Token. */
  readonly text: string;
  /** Whether it is a token that ends later and was signed by the key. */
  isSignedBy(privateKey: string): boolean;
}

function credentialsIn({ headers }: UpstreamRequest): GivenCredentials {
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

function isKey(secret: string): boolean {
  return secret.startsWith('-----BEGIN');
}

/** The reply to a request for a token by OAuth 2 with client credentials (RFC 6749, 4.4 and 5). */
function grantedToken(request: UpstreamRequest, token: unknown, secrets: readonly string[]): UpstreamReply {
  const form = new URLSearchParams(request.body);
  if (request.method !== 'POST' || form.get('grant_type') !== 'client_credentials')
    return { status: 400, body: { error: 'unsupported_grant_type' } };
  const given = [credentialsIn(request).text, ...form.values()].join('\n');
  if (secrets.some((secret) => !given.includes(secret)))
    return { status: 401, body: { error: 'invalid_client' } };
  return { status: 200, body: token };
}
