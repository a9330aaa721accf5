import type { ChangesQuery, DownloadQuery, RowQuery, Task, TaskRow } from '../api/api.js';
import type { PostOptions, RequestOptions } from '../client-options.js';
import { type Download, startDownload } from '../downloads/download.js';
import { idSegment } from '../requests/api-request.js';
import type { RequestSender } from '../requests/request-sender.js';
import { followTask } from './follow-task.js';
import { type Pages, pagesOf } from './pages.js';
import type { Changes, EndOptions, FollowOptions, TaskHandle } from './task-handle.js';

/** A task by its id, on the server that this sender asks. */
export class ServerTask implements TaskHandle {
  readonly id: string;
  readonly #sender: RequestSender;

  constructor(sender: RequestSender, id: string) {
    this.#sender = sender;
    this.id = id;
    idSegment(id);
  }

  [Symbol.asyncIterator](): AsyncIterator<Task> {
    return this.follow();
  }

  follow(options?: FollowOptions): AsyncIterableIterator<Task> {
    return followTask(this.#sender, this.id, options);
  }

  async waitForEnd({ onProgress, ...options }: EndOptions = {}): Promise<Task> {
    let last: Task | undefined;
    for await (const state of this.follow(options)) {
      last = state;
      onProgress?.(state);
    }
    // Following yields at least one state, the last one.
    return last as Task;
  }

  get(options: RequestOptions = {}): Promise<Task> {
    return this.#sender.ask('poll', { id: this.id, options });
  }

  rows({ status, limit }: RowQuery = {}, options: RequestOptions = {}): Pages<TaskRow> {
    return this.#sender.pages('rows', ({ rows }) => rows, { id: this.id, query: { status, limit }, options });
  }

  changes({ against, change, limit }: Omit<ChangesQuery, 'format'>, options: RequestOptions = {}): Changes {
    return pagesOf(async (cursor) => {
      const query = { against, change, limit, cursor };
      const page = await this.#sender.ask('changes', { id: this.id, query, options });
      return { items: page.changes, next_cursor: page.next_cursor, counts: page.counts };
    });
  }

  downloadChanges(
    { against, change }: Pick<ChangesQuery, 'against' | 'change'>,
    options: RequestOptions = {},
  ): Promise<Download> {
    const query = { against, change, format: 'csv' };
    return startDownload(this.#sender, 'changes', { id: this.id, query, options });
  }

  download(query?: DownloadQuery, options?: RequestOptions): Promise<Download> {
    return startDownload(this.#sender, 'download', { id: this.id, query: { ...query }, options });
  }

  cancel(options?: PostOptions): Promise<Task> {
    return this.#sender.ask('cancel', { id: this.id, options });
  }

  retry(options?: PostOptions): Promise<Task> {
    return this.#sender.ask('retry', { id: this.id, options });
  }

  delete(options: RequestOptions = {}): Promise<void> {
    return this.#sender.ask('remove', { id: this.id, options });
  }
}
