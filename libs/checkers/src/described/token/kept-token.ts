import { systemClock } from '@dialproof/core';
import { unlessAborted } from '../../calls/waiting.js';

export interface MadeToken {
  readonly text: string;
  readonly lastsMs: number;
}

export interface UsedToken {
  readonly text: string;
  /** Whether it was made while this call waited: the upstream refuses it for another reason than its age. */
  readonly isNew: boolean;
}

interface Kept {
  readonly credentials: string;
  readonly token: Promise<MadeToken>;
  /** Undefined while it is being made. */
  made?: { readonly text: string; readonly endsAt: number };
}

/** A tenth of a token's time, at most a minute: it must not end on its way to the upstream. */
const spareMs = (lastsMs: number): number => Math.min(lastsMs / 10, 60_000);

/** Keeps a token until it ends, is refused or has other credentials. Calls that need a new one at the same time share it. */
export class KeptToken {
  #kept: Kept | undefined;

  /** Rejects as `make` does, or with the signal's reason. `make` continues when this call no longer waits: others may. */
  async use(credentials: string, make: () => Promise<MadeToken>, signal: AbortSignal): Promise<UsedToken> {
    const kept = this.#current(credentials) ?? this.#renewed(credentials, make);
    const isNew = kept.made === undefined;
    const { text } = await unlessAborted(kept.token, signal);
    return { text, isNew };
  }

  /** Call it for a token that the upstream refused. */
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
