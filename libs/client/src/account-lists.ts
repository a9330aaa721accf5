import type { ListChange, ListChangesQuery, ListRequest, ListRun, PhoneList } from './api/api.js';
import type { PostOptions, RequestOptions } from './client-options.js';
import { type Download, startDownload } from './downloads/download.js';
import type { RequestSender } from './requests/request-sender.js';
import { changesOf, serverTask } from './tasks/server-task.js';
import type { Changes, SubmittedTask } from './tasks/task-handle.js';

/** Lists of the account that are verified again, by a schedule or when asked for. The code for an unknown list is `list_not_found`. */
export interface ListOperations {
  /** Makes a list of a task's rows. Codes: `task_not_found`, `task_not_done` (it has failed), `too_many_lists`. */
  create(list: ListRequest, options?: PostOptions): Promise<PhoneList>;
  /** All lists, the oldest first. */
  list(options?: RequestOptions): Promise<readonly PhoneList[]>;
  get(listId: string, options?: RequestOptions): Promise<PhoneList>;
  /** Changes what is given; null takes a setting away. Codes: those of `create`, `request_in_progress` (another task during a run). */
  change(listId: string, change: ListChange, options?: RequestOptions): Promise<PhoneList>;
  /** Its tasks stay. */
  delete(listId: string, options?: RequestOptions): Promise<void>;
  /** The runs that are over, the newest first. */
  runs(listId: string, options?: RequestOptions): Promise<readonly ListRun[]>;
  /** Verifies the list now. Codes: `request_in_progress`, `task_not_found` (its rows were deleted), those of credits. */
  run(listId: string, options?: PostOptions): Promise<SubmittedTask>;
  /** What changed up to the newest run. Code: `task_not_found`, also if there is no earlier run left. */
  changes(listId: string, query?: Omit<ListChangesQuery, 'format'>, options?: RequestOptions): Changes;
  /** The same as a .csv. */
  downloadChanges(
    listId: string,
    query?: Pick<ListChangesQuery, 'change' | 'since'>,
    options?: RequestOptions,
  ): Promise<Download>;
}

/** The lists of the sender's account. */
export function accountLists(sender: RequestSender): ListOperations {
  return {
    create: (list, options) => sender.ask('createList', { body: { ...list }, options }),
    list: async (options) => (await sender.ask('listLists', { options })).lists,
    get: (id, options) => sender.ask('showList', { id, options }),
    change: (id, change, options) => sender.ask('changeList', { id, body: { ...change }, options }),
    delete: (id, options) => sender.ask('removeList', { id, options }),
    runs: async (id, options) => (await sender.ask('listRuns', { id, options })).runs,
    async run(id, options) {
      const { task_id, total } = await sender.ask('runList', { id, options });
      return { ...serverTask(sender, task_id), total };
    },
    changes: (id, { change, limit, since } = {}, options) =>
      changesOf((cursor) =>
        sender.ask('listChanges', { id, query: { since, change, limit, cursor }, options }),
      ),
    downloadChanges: (id, { change, since } = {}, options) =>
      startDownload(sender, 'listChanges', { id, query: { since, change, format: 'csv' }, options }),
  };
}
