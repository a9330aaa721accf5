import type { SubmitRequest } from '../batch/intake/submit.js';
import type { CompareRequest, TaskChanges } from '../batch/results/task-changes.js';
import type { CreditCaps } from '../model/accounts.js';
import type { AccountId, TaskId } from '../model/identifiers.js';
import type { ListSchedule, PhoneList } from '../model/phone-list.js';
import type { Task } from '../model/task.js';
import type { ListKey } from '../ports/optional/list-store.js';

/** The settings of a list. */
export interface ListSettings {
  /** 1 to 200 characters. */
  readonly name: string;
  /** The task whose rows the list has. It may be replaced by a newer one. */
  readonly taskId: TaskId;
  /** Null: the list is verified only on request. */
  readonly schedule: ListSchedule | null;
  /** `freshWithinMs` of each run's submit. Null: every run checks all numbers. */
  readonly freshWithinMs: number | null;
  /** `maxCredits` of each run's submit. Null: no limit. */
  readonly maxCredits: number | null;
  /**
   * Header or position (from 0), 1 to 200 characters, of the column whose cells are the keys of its changes. The list's file must have it.
   * Null: its changes have no keys.
   */
  readonly keyColumn: string | null;
}

/** A file for a list, as for a submit. Its cost limit and the age of its answers are settings of the list. */
export type ListFile = Omit<SubmitRequest, 'accountId' | 'caps' | 'freshWithinMs' | 'maxCredits' | 'taskId'>;

export type CreateListRequest = NewListSettings &
  (
    | { readonly taskId: TaskId; readonly file?: undefined }
    /** The file, which is submitted as the first run and gives the list its rows. */
    | { readonly file: ListFile; readonly taskId?: undefined }
  );

interface NewListSettings extends Pick<ListSettings, 'name'>, Partial<Omit<ListSettings, 'name' | 'taskId'>> {
  readonly accountId: AccountId;
  /** The caps of the caller's credentials, which bound each run. Default: none. */
  readonly caps?: CreditCaps;
  /** Makes the request repeatable: a repeat finds the list. */
  readonly requestId?: string;
}

export interface ChangeListRequest extends ListKey, Partial<ListSettings> {
  /** The caps of the caller's credentials, which replace the earlier ones. Default: none. */
  readonly caps?: CreditCaps;
}

export interface RunListRequest extends ListKey {
  /**
   * A newer file, which is submitted as this run: the list has its rows from then on. Its `freshWithinMs` and `maxCredits` count for this
   * run; the defaults are those of the list. It is read with `remembered`. Default: the run has the present rows of the list.
   */
  readonly file?: ListFile & Pick<SubmitRequest, 'freshWithinMs' | 'maxCredits'>;
  /** The caps of the caller's credentials, for this run. Default: none. */
  readonly caps?: CreditCaps;
  /** Makes the request repeatable: a repeat finds the task. */
  readonly requestId?: string;
}

export interface ListChangesRequest extends ListKey, CompareRequest {
  /** Compares with the newest run that had ended by this time, in milliseconds since 1970. Default: the run before the newest. */
  readonly since?: number;
}

/**
 * Lists that are verified again, by a schedule or on request. Each run is a task with the rows of the newest task. Invalid settings are
 * mistakes of the program and reject with TypeError or RangeError. Every method has the code `list_not_found`, for an unknown list and for
 * another account's.
 */
export interface PhoneLists {
  /**
   * Makes a list of a task's rows, or of a file, which it submits. Codes: `task_not_found`, `task_not_done` (the task has failed),
   * `column_not_found` (of `keyColumn`), `too_many_lists`; with a file, those of `VerificationService.submit`. A file that is refused
   * leaves nothing. If two requests compete for the account's last allowed list, one may get `too_many_lists` although its file has become
   * a task.
   */
  create(request: CreateListRequest): Promise<PhoneList>;

  /** All lists of the account, the oldest first. */
  all(accountId: AccountId): Promise<readonly PhoneList[]>;

  find(request: ListKey): Promise<PhoneList>;

  /**
   * Changes the given settings. A schedule counts from now. Another task counts as a run: it is compared with the run before. Its file must
   * have the `keyColumn` too. Codes: those of `create`, and `request_in_progress` (another task during a run, another
   * `keyColumn` while a newer file comes).
   */
  change(request: ChangeListRequest): Promise<PhoneList>;

  /** Removes a list. Its tasks stay. */
  remove(request: ListKey): Promise<void>;

  /**
   * Verifies the rows of a list or a newer file now, and resolves to the task. Codes: `request_in_progress` (a run is not over),
   * `task_not_found` (the rows were deleted), and those of a submit that are about credits and bounds; with a file, all of a submit, and
   * `column_not_found` (it lacks the `keyColumn`). After a failure that leaves open whether the task was made, such as
   * `storage_unavailable`, the run may begin later: a repeat with its `requestId` finds its task.
   */
  run(request: RunListRequest): Promise<Task>;

  /**
   * Compares the newest run that is done with an earlier one, as `VerificationService.changes` compares two tasks. The list's `keyColumn`
   * applies if the request names none; the keys of a file without that column are null. Codes: those of `VerificationService.changes`;
   * `task_not_found` also if there is no earlier run whose task still exists.
   */
  changes(request: ListChangesRequest): Promise<TaskChanges>;
}
