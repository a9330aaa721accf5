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
 * Whether the service can reach its store, in the form that `@nestjs/terminus` asks for. Its check always ends, and rejects with nothing
 * but the TypeError for a bad `timeoutMs`.
 */
export class VerificationHealthIndicator {
  readonly #service: Pick<VerificationService, 'task'>;

  constructor(service: Pick<VerificationService, 'task'>) {
    this.#service = service;
  }

  async isHealthy<Key extends string>(
    key: Key,
    { timeoutMs = 1_000 }: HealthOptions = {},
  ): Promise<Record<Key, VerificationHealth>> {
    millisecondsOption('timeoutMs', timeoutMs);
    let cancel = () => {};
    const timeout = new Promise<string>((resolve) => {
      cancel = systemClock.schedule(timeoutMs, () => resolve('timeout'));
    });
    const reason = await Promise.race([this.#failure(), timeout]);
    cancel();
    const health = reason === undefined ? { status: 'up' } : { status: 'down', reason };
    // The result has this name as its only member.
    return { [key]: health } as Record<Key, VerificationHealth>;
  }

  /** Asks for a task that cannot exist: a store that does not find it has answered. */
  async #failure(): Promise<string | undefined> {
    const request = { accountId: accountId('health'), taskId: newTaskId() };
    const error: unknown = await this.#service.task(request).catch((thrown) => thrown);
    if (isDialproofError(error, 'task_not_found')) return undefined;
    return isDialproofError(error) ? error.code : 'internal_error';
  }
}
