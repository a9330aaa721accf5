import type { PostOptions, RequestOptions } from '../client-options.js';
import type { Download, DownloadOptions } from '../downloads/download.js';
import { downloadResult } from '../downloads/download-result.js';
import { type ApiRequest, pathOf } from '../requests/api-request.js';
import type { RequestSender } from '../requests/request-sender.js';
import type { DownloadQuery } from '../shapes/result.js';
import type { Task } from '../shapes/task.js';
import { followTask } from './follow-task.js';
import type { EndOptions, FollowOptions, TaskHandle } from './task-handle.js';

/** A task by its id, on the server that this sender asks. */
export class ServerTask implements TaskHandle {
  readonly id: string;
  readonly #sender: RequestSender;

  constructor(sender: RequestSender, id: string) {
    this.#sender = sender;
    this.id = id;
    // Throws for an invalid id.
    this.#path();
  }

  [Symbol.asyncIterator](): AsyncIterator<Task> {
    return this.follow();
  }

  follow(options?: FollowOptions): AsyncIterableIterator<Task> {
    return followTask(this.#sender, this.id, options);
  }

  async ended({ onProgress, ...options }: EndOptions = {}): Promise<Task> {
    let last: Task | undefined;
    for await (const state of this.follow(options)) {
      last = state;
      onProgress?.(state);
    }
    // Following gives one state at least, that of the end.
    return last as Task;
  }

  get(options: RequestOptions = {}): Promise<Task> {
    return this.#sender.json({ method: 'GET', path: this.#path(), options });
  }

  download(query?: DownloadQuery, options?: DownloadOptions): Promise<Download> {
    return downloadResult(this.#sender, this.id, query, options);
  }

  cancel(options?: PostOptions): Promise<Task> {
    return this.#sender.json(this.#post('/cancel', options));
  }

  retry(options?: PostOptions): Promise<Task> {
    return this.#sender.json(this.#post('/retry', options));
  }

  delete(options: RequestOptions = {}): Promise<void> {
    const request = { method: 'DELETE', path: this.#path(), goneCode: 'task_not_found', options } as const;
    return this.#sender.send(request, async () => undefined);
  }

  #post(action: string, { idempotencyKey, ...options }: PostOptions = {}): ApiRequest {
    return { method: 'POST', path: this.#path(action), key: { given: idempotencyKey }, options };
  }

  #path(action = ''): string {
    return pathOf('/v1/verify/tasks', this.id, action);
  }
}
