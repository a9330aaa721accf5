import type { ServerResponse } from 'node:http';
import { type AccountRegistry, DialproofError, type VerificationService } from '@dialproof/core';

/** The state of the server between its start and its end, and the requests that it still has to answer. */
export class Lifecycle {
  readonly #stopIdleMs: number;
  #phase: 'starting' | 'ready' | 'stopping' = 'starting';
  /** Requests from before the server began to stop, and later ones. */
  readonly #early = new UnderWay();
  readonly #late = new UnderWay();

  /** `stopIdleMs` is how long a transfer may stand still once the server stops. */
  constructor(stopIdleMs = 2_000) {
    this.#stopIdleMs = stopIdleMs;
  }

  get phase(): 'starting' | 'ready' | 'stopping' {
    return this.#phase;
  }

  becomeReady(): void {
    if (this.#phase === 'starting') this.#phase = 'ready';
  }

  /** From now on, slow clients get less time. */
  beginToStop(): void {
    this.#phase = 'stopping';
    for (const response of this.#early) response.setTimeout(this.#stopIdleMs);
  }

  /** Counts a request as under way until its reply is out or its connection closed. */
  follow(response: ServerResponse): void {
    if (this.#phase !== 'stopping') {
      this.#early.add(response);
      return;
    }
    this.#late.add(response);
    response.setTimeout(this.#stopIdleMs);
    response.setHeader('connection', 'close');
  }

  /**
   * Resolves when no request is under way, or after `ms` milliseconds. It waits for requests that came after the beginning of the stop no
   * longer than a transfer may stand still: otherwise clients with new requests would delay it.
   */
  async quiet(timeoutMs: number): Promise<void> {
    const began = performance.now();
    await this.#early.none(timeoutMs);
    const leftMs = timeoutMs - (performance.now() - began);
    await this.#late.none(Math.min(this.#stopIdleMs, Math.max(0, leftMs)));
  }
}

/** Replies that have not ended. */
class UnderWay {
  readonly #responses = new Set<ServerResponse>();
  readonly #waiting = new Set<() => void>();

  [Symbol.iterator](): Iterator<ServerResponse> {
    return this.#responses.values();
  }

  add(response: ServerResponse): void {
    this.#responses.add(response);
    response.on('close', () => {
      this.#responses.delete(response);
      if (this.#responses.size === 0) for (const resolve of this.#waiting) resolve();
    });
  }

  /** Resolves when no reply is under way, or after `ms` milliseconds. */
  async none(timeoutMs: number): Promise<void> {
    if (this.#responses.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#waiting.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

/**
 * The service as requests see it: while the server stops, new work is refused with `shutting_down`, and polling continues. The refusal
 * comes from here and not from in front of the contract, so that the contract still authenticates first, and ends uploads cleanly.
 */
export function refuseNewWork(service: VerificationService, lifecycle: Lifecycle): VerificationService {
  const whileOpen =
    <Request, Reply>(call: (request: Request) => Promise<Reply>) =>
    async (request: Request): Promise<Reply> => {
      assertOpen(lifecycle);
      return call(request);
    };
  const { lists, suppressions } = service;
  // All others go on: they read, or end work that has begun.
  return {
    ...service,
    verify: whileOpen((request) => service.verify(request)),
    submit: whileOpen((request) => service.submit(request)),
    changes: whileOpen((request) => service.changes(request)),
    results: whileOpen((request) => service.results(request)),
    retry: whileOpen((request) => service.retry(request)),
    eraseNumber: whileOpen((request) => service.eraseNumber(request)),
    preview: whileOpen((request) => service.preview(request)),
    lists: lists && {
      ...lists,
      create: whileOpen((request) => lists.create(request)),
      run: whileOpen((request) => lists.run(request)),
      changes: whileOpen((request) => lists.changes(request)),
    },
    suppressions: suppressions && {
      ...suppressions,
      addFile: whileOpen((request) => suppressions.addFile(request)),
    },
  };
}

/** The registry as requests see it: closed while the server stops. */
export function refuseNewAccounts(registry: AccountRegistry, lifecycle: Lifecycle): AccountRegistry {
  return {
    register: async (email) => {
      assertOpen(lifecycle);
      return registry.register(email);
    },
  };
}

function assertOpen(lifecycle: Lifecycle): void {
  if (lifecycle.phase !== 'stopping') return;
  throw new DialproofError('shutting_down', { retryAfterMs: 5_000 });
}
