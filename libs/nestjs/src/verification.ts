import type { Task, TaskRequest, VerificationService } from '@dialproof/core';
import { Observable } from 'rxjs';

/** What `@InjectVerification()` injects: the service, and a task's progress as an observable. */
export interface Verification extends VerificationService {
  /**
   * The task now, then again after each change; completes when the task has ended, which is the last item. Each subscription watches
   * by itself, and unsubscribing ends the watching. Errors are those of `watch`: `task_not_found`.
   */
  progress(request: TaskRequest): Observable<Task>;
}

/** The service with `progress`. Its methods wait until the service exists; before that, `supports` throws TypeError. */
export function toVerification(service: Promise<VerificationService>): Verification {
  let supports: VerificationService['supports'] | undefined;
  service.then(
    (made) => {
      supports = made.supports;
    },
    () => {
      // Whoever calls a method learns of it.
    },
  );
  return {
    get supports() {
      if (supports === undefined) throw new TypeError('the verification service has not been made yet');
      return supports;
    },
    verify: async (request) => (await service).verify(request),
    submit: async (request) => (await service).submit(request),
    task: async (request) => (await service).task(request),
    preview: async (request) => (await service).preview(request),
    statement: async (request) => (await service).statement(request),
    list: async (request) => (await service).list(request),
    remove: async (request) => (await service).remove(request),
    cancel: async (request) => (await service).cancel(request),
    retry: async (request) => (await service).retry(request),
    results: async (request) => (await service).results(request),
    checkerOutage: async () => (await service).checkerOutage(),
    balance: async (account) => (await service).balance(account),
    work: async (signal) => (await service).work(signal),
    start: async (options) => (await service).start(options),
    close: async () => (await service).close(),
    async *watch(request) {
      yield* (await service).watch(request);
    },
    progress(request) {
      return progressOf((signal) => this.watch({ ...request, signal }));
    },
  };
}

function progressOf(watch: (signal: AbortSignal) => AsyncIterable<Task>): Observable<Task> {
  return new Observable((subscriber) => {
    const stop = new AbortController();
    const emit = async () => {
      for await (const task of watch(stop.signal)) {
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
