import type { Task, TaskRequest, VerificationService } from '@dialproof/core';
import { Observable } from 'rxjs';

/**
 * The `watch` of a task as an Observable: it emits the task now and after each change, and completes when the task has ended, which is the
 * last item. Each subscription watches by itself, and unsubscribing ends the watch. Errors are those of `watch`: `task_not_found`.
 */
export function taskProgress(
  service: Pick<VerificationService, 'watch'>,
  request: TaskRequest,
): Observable<Task> {
  return new Observable((subscriber) => {
    const stop = new AbortController();
    const emit = async () => {
      for await (const task of service.watch({ ...request, signal: stop.signal })) {
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
