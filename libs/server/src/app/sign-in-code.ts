import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { type Clock, systemClock } from '@dialproof/core';
import { sendJson } from './http-server.js';

/** Where the page exchanges a code, relative to itself. */
export const SIGN_IN_CODE_URL = 'sign-in';

const CODE_BYTES = 16;
const VALID_MS = 3_600_000;
/** A body with a code is shorter. */
const MAX_BODY_BYTES = 256;

/**
 * A link that signs in to the page once, for the message of the first start. It has a code instead of the token: addresses stay in
 * histories, and a link with a token could sign a user in to somebody else's account, while only this server makes codes.
 */
export class SignInCode {
  readonly #clock: Pick<Clock, 'elapsed'>;
  #offered: { readonly code: string; readonly token: string; readonly until: number } | undefined;

  constructor(clock: Pick<Clock, 'elapsed'> = systemClock) {
    this.#clock = clock;
  }

  /** Makes a code for this token. It is valid once, for an hour. */
  offer(token: string): string {
    const code = randomBytes(CODE_BYTES).toString('base64url');
    this.#offered = { code, token, until: this.#clock.elapsed() + VALID_MS };
    return code;
  }

  /** The token of a code, which is then used up. Undefined for a code that is unknown, used or expired. */
  take(code: unknown): string | undefined {
    const offered = this.#offered;
    if (offered === undefined || offered.code !== code || this.#clock.elapsed() > offered.until)
      return undefined;
    this.#offered = undefined;
    return offered.token;
  }
}

/**
 * Answers `POST /sign-in` with the JSON `{code}`: by `{token}`, or by 401 if the code is not valid. Returns false for any other request,
 * and leaves it unanswered.
 */
export function answerSignInCode(
  codes: SignInCode,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (request.method !== 'POST' || request.url !== `/${SIGN_IN_CODE_URL}`) return false;
  void exchange(codes, request, response);
  return true;
}

async function exchange(
  codes: SignInCode,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('cache-control', 'no-store');
  const isShort = Number(request.headers['content-length']) <= MAX_BODY_BYTES;
  const body: unknown = isShort ? await json(request).catch(() => undefined) : undefined;
  if (!isShort) response.setHeader('connection', 'close');
  const token = codes.take(Object(body).code);
  if (token === undefined) sendJson(response, 401, { detail: 'not_authenticated' });
  else sendJson(response, 200, { token });
}
