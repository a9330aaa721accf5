import type { ListChange, ListChangesQuery, ListRequest, ListRun, PhoneList } from './api/api.js';
import type { PostOptions, RequestOptions } from './client-options.js';
import { type Download, startDownload } from './downloads/download.js';
import type { RequestSender } from './requests/request-sender.js';
import { pagesOf } from './tasks/pages.js';
import { ServerTask } from './tasks/server-task.js';
import type { Changes, SubmittedTask } from './tasks/task-handle.js';

/** The lists of the sender's account. */
export class AccountLists implements ListOperations {
  readonly #sender: RequestSender;

  constructor(sender: RequestSender) {
    this.#sender = sender;
  }

  create(list: ListRequest, options?: PostOptions): Promise<PhoneList> {
    return this.#sender.ask('createList', { body: { ...list }, options });
  }

  async list(options: RequestOptions = {}): Promise<readonly PhoneList[]> {
    return (await this.#sender.ask('listLists', { options })).lists;
  }

  get(listId: string, options: RequestOptions = {}): Promise<PhoneList> {
    return this.#sender.ask('showList', { id: listId, options });
  }

  change(listId: string, change: ListChange, options: RequestOptions = {}): Promise<PhoneList> {
    return this.#sender.ask('changeList', { id: listId, body: { ...change }, options });
  }

  delete(listId: string, options: RequestOptions = {}): Promise<void> {
    return this.#sender.ask('removeList', { id: listId, options });
  }

  async runs(listId: string, options: RequestOptions = {}): Promise<readonly ListRun[]> {
    return (await this.#sender.ask('listRuns', { id: listId, options })).runs;
  }

  async run(listId: string, options?: PostOptions): Promise<SubmittedTask> {
    const { task_id, total } = await this.#sender.ask('runList', { id: listId, options });
    return Object.assign(new ServerTask(this.#sender, task_id), { total });
  }

  changes(
    listId: string,
    { change, limit, since }: Omit<ListChangesQuery, 'format'> = {},
    options: RequestOptions = {},
  ): Changes {
    return pagesOf(async (cursor) => {
      const query = { since, change, limit, cursor };
      const page = await this.#sender.ask('listChanges', { id: listId, query, options });
      return { items: page.changes, next_cursor: page.next_cursor, counts: page.counts };
    });
  }

  downloadChanges(
    listId: string,
    { change, since }: Pick<ListChangesQuery, 'change' | 'since'> = {},
    options: RequestOptions = {},
  ): Promise<Download> {
    const query = { since, change, format: 'csv' };
    return startDownload(this.#sender, 'listChanges', { id: listId, query, options });
  }
}

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
