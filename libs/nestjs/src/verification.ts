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

/** The service with `progress`. */
export function withProgress(service: VerificationService): Verification {
  return {
    verify: (request) => service.verify(request),
    submit: (request) => service.submit(request),
    task: (request) => service.task(request),
    results: (request) => service.results(request),
    watch: (request) => service.watch(request),
    balance: (account) => service.balance(account),
    work: (signal) => service.work(signal),
    start: (options) => service.start(options),
    close: () => service.close(),
    progress: (request) => progressOf(service, request),
  };
}

function progressOf(service: VerificationService, request: TaskRequest): Observable<Task> {
  return new Observable((subscriber) => {
    const stop = new AbortController();
    const watch = async () => {
      for await (const task of service.watch({ ...request, signal: stop.signal })) subscriber.next(task);
    };
    watch().then(
      () => subscriber.complete(),
      (error) => subscriber.error(error),
    );
    return () => stop.abort();
  });
}
