import {
  accountId,
  isDialproofError,
  millisecondsOption,
  newTaskId,
  systemClock,
  type VerificationService,
} from '@dialproof/core';

export type VerificationHealth =
  | { readonly status: 'up' }
  /** `reason` is an error code, or `timeout`. */
  | { readonly status: 'down'; readonly reason: string };

export interface HealthOptions {
  /** Milliseconds after which a store that has not answered is down, from 1 to 2,147,483,647. Default 1,000. */
  readonly timeoutMs?: number;
}

/**
 * Whether the service can reach its store, in the form that `@nestjs/terminus` asks for. Its check always ends, and rejects with nothing but the
 * TypeError for a bad `timeoutMs`.
 */
export class VerificationHealthIndicator {
  readonly #service: VerificationService;

  constructor(service: VerificationService) {
    this.#service = service;
  }

  async isHealthy<Key extends string>(
    key: Key,
    { timeoutMs = 1_000 }: HealthOptions = {},
  ): Promise<Record<Key, VerificationHealth>> {
    millisecondsOption('timeoutMs', timeoutMs);
    let cancel = () => {};
    const timeout = new Promise<VerificationHealth>((resolve) => {
      cancel = systemClock.schedule(timeoutMs, () => resolve({ status: 'down', reason: 'timeout' }));
    });
    const health = await Promise.race([this.#askStore(), timeout]);
    cancel();
    // Its only member has this name.
    return { [key]: health } as Record<Key, VerificationHealth>;
  }

  /** Requests a task that cannot exist: a store that does not find it has answered. */
  async #askStore(): Promise<VerificationHealth> {
    try {
      await this.#service.task({ accountId: accountId('health'), taskId: newTaskId() });
    } catch (error) {
      if (isDialproofError(error, 'task_not_found')) return { status: 'up' };
      return { status: 'down', reason: isDialproofError(error) ? error.code : 'internal_error' };
    }
    return { status: 'up' };
  }
}
