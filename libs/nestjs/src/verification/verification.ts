import type { AccountId, Task, TaskRequest, VerificationService } from '@dialproof/core';
import { Observable } from 'rxjs';

type Method = Exclude<keyof VerificationService, 'supports' | 'replays'>;
type Arguments<Name extends Method> = Parameters<VerificationService[Name]>;
type Result<Name extends Method> = ReturnType<VerificationService[Name]>;

/**
 * The service of the instance without a name, for constructors: `constructor(private readonly verification: Verification)`. That of a
 * named instance is injected by `@InjectVerification(name)`.
 */
export class Verification implements VerificationService {
  readonly #service: VerificationService;

  constructor(service: VerificationService) {
    this.#service = service;
  }

  get supports(): VerificationService['supports'] {
    // It is not known for a service that a test has replaced by some of its methods.
    return this.#service.supports ?? { list: false, rows: false, remove: false, creditEntries: false };
  }

  get replays(): VerificationService['replays'] {
    return this.#service.replays ?? null;
  }

  verify(request: Arguments<'verify'>[0]): Result<'verify'> {
    return this.#service.verify(request);
  }

  submit(request: Arguments<'submit'>[0]): Result<'submit'> {
    return this.#service.submit(request);
  }

  task(request: TaskRequest): Promise<Task> {
    return this.#service.task(request);
  }

  list(request: Arguments<'list'>[0]): Result<'list'> {
    return this.#service.list(request);
  }

  rows(request: Arguments<'rows'>[0]): Result<'rows'> {
    return this.#service.rows(request);
  }

  remove(request: Arguments<'remove'>[0]): Result<'remove'> {
    return this.#service.remove(request);
  }

  suspendAccount(accountId: AccountId): Promise<void> {
    return this.#service.suspendAccount(accountId);
  }

  reinstateAccount(accountId: AccountId): Promise<void> {
    return this.#service.reinstateAccount(accountId);
  }

  cancel(request: TaskRequest): Promise<Task> {
    return this.#service.cancel(request);
  }

  retry(request: TaskRequest): Promise<Task> {
    return this.#service.retry(request);
  }

  results(request: Arguments<'results'>[0]): Result<'results'> {
    return this.#service.results(request);
  }

  watch(request: Arguments<'watch'>[0]): AsyncIterable<Task> {
    return this.#service.watch(request);
  }

  /**
   * The task now, then again after each change; completes when the task has ended, which is the last item. Each subscription watches
   * by itself, and unsubscribing ends the watching. Errors are those of `watch`: `task_not_found`.
   */
  progress(request: TaskRequest): Observable<Task> {
    return new Observable((subscriber) => {
      const stop = new AbortController();
      const emit = async () => {
        for await (const task of this.watch({ ...request, signal: stop.signal })) {
          subscriber.next(task);
          if (subscriber.closed) return;
        }
      };
      emit().then(
        () => subscriber.complete(),
        (error) => subscriber.error(error),
      );
      return () => stop.abort();
    });
  }

  checkerOutage(): Result<'checkerOutage'> {
    return this.#service.checkerOutage();
  }

  uploadTurn(request: Arguments<'uploadTurn'>[0]): Result<'uploadTurn'> {
    return this.#service.uploadTurn(request);
  }

  preview(request: Arguments<'preview'>[0]): Result<'preview'> {
    return this.#service.preview(request);
  }

  creditEntries(request: Arguments<'creditEntries'>[0]): Result<'creditEntries'> {
    return this.#service.creditEntries(request);
  }

  balance(accountId: Arguments<'balance'>[0]): Result<'balance'> {
    return this.#service.balance(accountId);
  }

  work(signal?: AbortSignal): Result<'work'> {
    return this.#service.work(signal);
  }

  start(options?: Arguments<'start'>[0]): Promise<void> {
    return this.#service.start(options);
  }

  close(): Promise<void> {
    return this.#service.close();
  }
}
