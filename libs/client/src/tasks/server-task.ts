import type { ChangesPage, Task } from '../api/api.js';
import { startDownload } from '../downloads/download.js';
import { idSegment } from '../requests/api-request.js';
import type { RequestSender } from '../requests/request-sender.js';
import { followTask } from './follow-task.js';
import { pagesOf } from './pages.js';
import type { Changes, TaskHandle } from './task-handle.js';

/** A task by its id, on the server that this sender asks. Throws TypeError for an id that is no text, or empty. */
export function serverTask(sender: RequestSender, id: string): TaskHandle {
  idSegment(id);
  const follow: TaskHandle['follow'] = (options) => followTask(sender, id, options);
  return {
    id,
    [Symbol.asyncIterator]: () => follow(),
    follow,
    async waitForEnd({ onProgress, ...options } = {}) {
      let last: Task | undefined;
      for await (const state of follow(options)) {
        last = state;
        onProgress?.(state);
      }
      // Following yields at least one state, the last one.
      return last as Task;
    },
    get: (options) => sender.ask('poll', { id, options }),
    rows: (query = {}, options) =>
      sender.pages('rows', ({ rows }) => rows, { id, query: { ...query }, options }),
    changes: (query, options) =>
      changesOf((cursor) => sender.ask('changes', { id, query: { ...query, cursor }, options })),
    downloadChanges: (query, options) =>
      startDownload(sender, 'changes', { id, query: { ...query, format: 'csv' }, options }),
    download: (query, options) => startDownload(sender, 'download', { id, query: { ...query }, options }),
    cancel: (options) => sender.ask('cancel', { id, options }),
    retry: (options) => sender.ask('retry', { id, options }),
    delete: (options) => sender.ask('remove', { id, options }),
  };
}

/** The changes of which this function asks for a page. */
export function changesOf(ask: (cursor: string | undefined) => Promise<ChangesPage>): Changes {
  return pagesOf(async (cursor) => {
    const { changes: items, next_cursor, counts } = await ask(cursor);
    return { items, next_cursor, counts };
  });
}
