import { systemClock } from '@dialproof/core';
import { z } from 'zod';
import { unlessAborted } from '../calls/waiting.js';
import { parsed, type Upstream } from '../upstream/upstream.js';
import { UpstreamFailure } from '../upstream/upstream-failure.js';
import type { DescribedRequest } from './described-request.js';

export interface MadeToken {
  readonly text: string;
  readonly lastsMs: number;
}

export interface UsedToken {
  readonly text: string;
  /** Whether it was made while this call waited. If the upstream refuses such a token, a newer one would not help. */
  readonly isNew: boolean;
}

interface Kept {
  readonly credentials: string;
  readonly token: Promise<MadeToken>;
  /** Undefined while it is being made. */
  made?: { readonly text: string; readonly endsAt: number };
}

/** How long before its end a token is replaced: a tenth of its lifetime, at most a minute. So it does not end on its way to the upstream. */
const spareMs = (lastsMs: number): number => Math.min(lastsMs / 10, 60_000);

/** Keeps a token until it ends, is refused, or the credentials change. Calls that need a new token at the same time share one. */
export class KeptToken {
  #kept: Kept | undefined;

  /** Rejects as `make` does, or with the signal's reason. `make` continues when this call no longer waits: others may. */
  async use(credentials: string, make: () => Promise<MadeToken>, signal: AbortSignal): Promise<UsedToken> {
    const kept = this.#current(credentials) ?? this.#renewed(credentials, make);
    const isNew = kept.made === undefined;
    const { text } = await unlessAborted(kept.token, signal);
    return { text, isNew };
  }

  /** Drops a token that the upstream has refused. Does nothing if another one is kept by now. */
  forget(text: string): void {
    if (this.#kept?.made?.text === text) this.#kept = undefined;
  }

  #current(credentials: string): Kept | undefined {
    const kept = this.#kept;
    if (kept?.credentials !== credentials) return undefined;
    return kept.made === undefined || systemClock.elapsed() < kept.made.endsAt ? kept : undefined;
  }

  #renewed(credentials: string, make: () => Promise<MadeToken>): Kept {
    const kept: Kept = { credentials, token: make() };
    this.#kept = kept;
    kept.token.then(
      ({ lastsMs, text }) => {
        kept.made = { text, endsAt: systemClock.elapsed() + lastsMs - spareMs(lastsMs) };
      },
      () => {
        if (this.#kept === kept) this.#kept = undefined;
      },
    );
    return kept;
  }
}

/** The time limit of a request for a token. A call that waits for the token may have a shorter limit of its own. */
const REQUEST_MS = 30_000;
/** The lifetime of a token whose reply has no `expires_in`, which RFC 6749, 5.1, only recommends. If the token ends earlier, the upstream refuses it and it is renewed. */
const DEFAULT_SECONDS = 3_600;

/** The reply of RFC 6749, 5.1. Some vendors write the seconds as a text. */
const granted = z.object({
  access_token: z.string().regex(/^[!-~]+$/),
  expires_in: z.coerce.number().nonnegative().default(DEFAULT_SECONDS),
});

/** The errors that are about the client, whatever their HTTP status, which is 400 for most (RFC 6749, 5.2). */
const ABOUT_CLIENT = [
  'invalid_client',
  'invalid_grant',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_grant_type',
];

/** Asks for a token by OAuth 2 with client credentials (RFC 6749, 4.4). A request for a token is free, and no number can be the reason of its failure. */
export async function oauthToken(request: DescribedRequest, upstream: Upstream): Promise<MadeToken> {
  const signal = AbortSignal.timeout(REQUEST_MS);
  try {
    const reply = await upstream.send(await request.plain(signal));
    if (!reply.isSuccess) {
      const { data } = z.object({ error: z.string() }).safeParse(parsed(reply.text));
      const means = ABOUT_CLIENT.includes(data?.error ?? '') ? 'unauthorized' : undefined;
      throw upstream.refused(reply, data?.error, means);
    }
    const { data } = granted.safeParse(upstream.json(reply));
    if (data === undefined) throw upstream.failure('answered a request for a token without one');
    return { text: data.access_token, lastsMs: data.expires_in * 1_000 };
  } catch (error) {
    if (error instanceof UpstreamFailure) throw free(error.message, error.retryAfterMs);
    throw signal.aborted ? free(`${upstream.name} gave no token in time`) : error;
  }
}

function free(message: string, retryAfterMs = 0): UpstreamFailure {
  return new UpstreamFailure(message, { retryAfterMs, mayBeCharged: false });
}
