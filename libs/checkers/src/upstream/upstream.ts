import { systemClock } from '@dialproof/core';
import { retryAfterMs } from '@dialproof/core/model';
import { unlessAborted } from '../calls/waiting.js';
import {
  isGatewayFailure,
  isServerFailure,
  type Refusal,
  refusalError,
  refusalOf,
  UpstreamFailure,
} from './upstream-failure.js';
import { type Quotable, quotableBut, readText } from './upstream-reply.js';

/** The global `fetch`, or another one with a proxy, a client certificate or a longer list of authorities. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface UpstreamRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  /** Texts that no error may quote, such as the key in one of the headers. */
  readonly secrets: readonly string[];
  readonly signal: AbortSignal;
  /** How long a successful reply's body may be, in bytes. Default 1 MiB. */
  readonly maxBytes?: number;
}

export interface UpstreamReply {
  readonly status: number;
  /** Whether the status says that the request succeeded. */
  readonly isSuccess: boolean;
  /** The body as text. Empty for a refusal whose body is too long. */
  readonly text: string;
  readonly retryAfterMs: number | undefined;
  /** Whatever an answer or an error quotes of this reply passes through it: it withholds texts that hold a secret of the request. */
  readonly quotable: Quotable;
}

const MAX_BYTES = 1_048_576;
/** The body of a refusal holds a few words. */
const MAX_REFUSAL_BYTES = 16_384;

/** Failures of the network that come before the request itself has been sent. */
const UNSENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|.*_CERT.*|.*CERT_.*|UNABLE_TO_.*)$/;

/** One upstream's HTTP API. Its errors hold no secret, number or header, and not the error of another library as their cause. */
export class Upstream {
  readonly name: string;
  readonly #fetch: Fetch;

  constructor(name: string, fetch: Fetch | undefined) {
    this.name = name;
    this.#fetch = fetch ?? ((url, init) => globalThis.fetch(url, init));
  }

  /**
   * Resolves to the reply, whether it is a success or a refusal. A redirect is a failed check: credentials and numbers go nowhere else.
   * Rejects with the signal's reason once that is aborted, else with {@link UpstreamFailure}.
   */
  async send({
    maxBytes = MAX_BYTES,
    secrets,
    signal,
    url,
    ...init
  }: UpstreamRequest): Promise<UpstreamReply> {
    signal.throwIfAborted();
    try {
      const request = this.#fetch(url, { ...init, signal, redirect: 'manual', credentials: 'omit' });
      const response = await unlessAborted(request, signal);
      const { headers, ok: isSuccess, status } = response;
      if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
        response.body?.cancel().catch(() => {});
        throw new UpstreamFailure(
          `${this.name} answered with a redirect, which is not followed: check the address`,
          {
            retryAfterMs: undefined,
            mayBeCharged: false,
          },
        );
      }
      const text = await readText(response, isSuccess ? maxBytes : MAX_REFUSAL_BYTES, signal);
      if (text === undefined && isSuccess) throw this.failure(`answered with more than ${maxBytes} bytes`);
      const wait = retryAfterMs(headers.get('retry-after'), systemClock.now());
      return {
        status,
        isSuccess,
        text: text ?? '',
        retryAfterMs: wait,
        quotable: quotableBut(secrets),
      };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw error instanceof UpstreamFailure ? error : this.#unreachable(error);
    }
  }

  /** Parses a reply as JSON. Throws {@link UpstreamFailure} if it is malformed. */
  json({ text }: UpstreamReply): unknown {
    const value = parsed(text);
    // A body that was cut off, or the page of a proxy: whatever the numbers are.
    if (value === undefined) throw this.failure('answered with something else than JSON', 0);
    return value;
  }

  /**
   * The error for a reply that is a refusal. `word` is the upstream's own name for the failure. A refusal is free, unless the HTTP status is
   * that of an upstream, or a proxy before it, that broke down.
   */
  refused(
    reply: UpstreamReply,
    word?: unknown,
    refusal: Refusal = refusalOf(reply.status),
    mayBeCharged = isServerFailure(reply.status),
  ): Error {
    const told = reply.quotable(vendorWord(word));
    const how = `HTTP ${reply.status}${told === undefined ? '' : `, ${told}`}`;
    const isGateways = refusal === 'failed' && isGatewayFailure(reply.status);
    return refusalError(refusal, {
      upstream: this.name,
      how,
      mayBeCharged,
      retryAfterMs: reply.retryAfterMs ?? (isGateways ? 0 : undefined),
    });
  }

  /** A failed check, of a request that was sent. `what` follows the upstream's name in the message, and quotes nothing of an answer. */
  failure(what: string, retryAfterMs?: 0): UpstreamFailure {
    return new UpstreamFailure(`${this.name} ${what}`, { retryAfterMs, mayBeCharged: true });
  }

  /** Errors of `fetch` quote the address, and with it numbers, or the header that is wrong: only their code is handed on. */
  #unreachable(error: unknown): UpstreamFailure {
    const code = networkCode(error);
    const message = `${this.name} could not be reached, or broke off${code === undefined ? '' : ` (${code})`}`;
    const mayBeCharged = code === undefined || !UNSENT.test(code);
    return new UpstreamFailure(message, { retryAfterMs: 0, mayBeCharged });
  }
}

/** Parses JSON; undefined for malformed text. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (_notJson) {
    return undefined;
  }
}

/** An upstream's word for a failure, such as `QUOTA_EXCEEDED` or 20003; undefined where it might be a number. */
function vendorWord(word: unknown): string | undefined {
  if (typeof word === 'number' && Number.isInteger(word) && Math.abs(word) < 1_000_000) return String(word);
  return typeof word === 'string' && /^[A-Za-z][A-Za-z_-]{1,39}$/.test(word) ? word : undefined;
}

function networkCode(error: unknown): string | undefined {
  for (let cause = error; typeof cause === 'object' && cause !== null; cause = Reflect.get(cause, 'cause')) {
    const code: unknown = Reflect.get(cause, 'code');
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code)) return code;
  }
  return undefined;
}
