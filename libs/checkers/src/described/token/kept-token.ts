import { systemClock } from '@dialproof/core';
import { unlessAborted } from '../../calls/waiting.js';

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
