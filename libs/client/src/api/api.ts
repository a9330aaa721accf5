// Made by tools/checks/client-api.mjs from the operations of @dialproof/http: change those. A newer server may have more codes and
// values than these.

export const ERROR_CODES = [
  'not_authenticated',
  'account_suspended',
  'forbidden',
  'cross_site_request',
  'too_many_requests',
  'insufficient_credits',
  'max_credits_exceeded',
  'daily_limit_reached',
  'stored_bytes_exceeded',
  'invalid_phone',
  'invalid_fresh_within',
  'invalid_country',
  'invalid_area_code',
  'header_row_not_found',
  'sheet_not_found',
  'unsupported_encoding',
  'invalid_email',
  'email_taken',
  'registration_closed',
  'file_required',
  'unsupported_file_type',
  'malformed_file',
  'empty_file',
  'too_many_rows',
  'too_many_columns',
  'cell_too_large',
  'file_too_large',
  'upload_not_found',
  'column_not_found',
  'task_not_found',
  'task_not_done',
  'task_has_ended',
  'nothing_to_retry',
  'same_task',
  'list_not_found',
  'too_many_lists',
  'too_many_suppressions',
  'webhook_not_found',
  'too_many_webhooks',
  'invalid_webhook_url',
  'token_not_found',
  'too_many_tokens',
  'malformed_request',
  'request_in_progress',
  'idempotency_key_reused',
  'request_too_large',
  'unsupported_media_type',
  'method_not_allowed',
  'not_found',
  'upload_interrupted',
  'not_supported',
  'checker_unavailable',
  'checker_unauthorized',
  'checker_suspended',
  'checker_out_of_funds',
  'sandbox_outage',
  'storage_unavailable',
  'overloaded',
  'shutting_down',
  'internal_error',
] as const;

/** The codes that a server refuses requests with. */
export type ErrorCode = (typeof ERROR_CODES)[number];

/** A new account with its first token. The token is shown only this once. */
export interface Account {
  readonly account_id: string;
  readonly email: string;
  readonly created_at: string;
  readonly token: string;
}

/** The mark of an account. */
export interface AccountMark {
  /** The same for all tokens of an account, and different for every other account. It is not the account id. */
  readonly account: string;
}

export interface AddedSuppressions {
  /** Distinct numbers that were sent. */
  readonly numbers: number;
  /** The numbers among them that were not suppressed before. */
  readonly added: number;
}

/** Counts of distinct numbers, and of rows without a number. `came`, `changed`, `replaced`, `unchanged` and `not_compared` add up to the numbers of the task. They are those of all changes, also where a request asks for a part of the changes. */
export interface ChangeCounts {
  readonly came: number;
  readonly changed: number;
  /** 0 without `key_column`. */
  readonly replaced: number;
  readonly went: number;
  /** Numbers with the same status in both tasks. */
  readonly unchanged: number;
  /** Numbers in both tasks that were suppressed in one of them, or whose check failed in one of them. */
  readonly not_compared: number;
  /** Rows of the task without a number. */
  readonly rows_without_number: number;
  /** Rows of the earlier task without a number. */
  readonly rows_without_number_before: number;
}

export const CHANGE_KINDS = ['came', 'changed', 'replaced', 'went'] as const;

/**
 * What became of a number:
 * - `came`: the task has it, and the earlier task does not;
 * - `changed`: both tasks have an answer, with different statuses;
 * - `replaced`, only with `key_column`: in the earlier task, another number had its key;
 * - `went`: only the earlier task has it, and no number replaced it.
 */
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** A page of changes. Numbers that came, changed or replaced another are first, in the order of the file. Numbers that went follow, in the order of the earlier file. */
export interface ChangesPage {
  readonly counts: ChangeCounts;
  readonly changes: readonly NumberChange[];
  readonly next_cursor: string | null;
}

export interface ChangesQuery {
  /** The task_id of an earlier task of the account. */
  readonly against: string;
  /** Only changes of these kinds. Without this, all changes. */
  readonly change?: readonly ChangeKind[] | undefined;
  /** The column that names the row of a number, by its header or its position from 0. Each change then has the cell of that column as its `key`, and a number whose key another number had before is `replaced`. A position counts in the file of the task. In the earlier file, the column with the same header is used. */
  readonly key_column?: string | undefined;
  /** Whether a `key` that looks like a formula gets an apostrophe in a .csv. Without this, the setting of the server applies. */
  readonly neutralize_formulas?: boolean | undefined;
  /** json for a page, csv for all items in one file. Default json. */
  readonly format?: 'json' | 'csv' | undefined;
  /** The most items of a page or a .csv. Without this, a page has at most 20, and a .csv has all of them. */
  readonly limit?: number | undefined;
}

export const COLUMN_REASONS = ['named', 'header', 'cells', 'not_found'] as const;

/**
 * The reason for the choice of the phone column:
 * - `named`: you named it;
 * - `header`: its header says so;
 * - `cells`: its cells are phones, and no header said more;
 * - `not_found`: no column shows that it holds phones: every row is `unknown` and free.
 */
export type ColumnReason = (typeof COLUMN_REASONS)[number];

export interface CreatedToken extends Token {
  /** The token itself. It is shown only this once. */
  readonly token: string;
}

/** A webhook with its secret. The secret is shown only this once. */
export interface CreatedWebhook extends Webhook {
  readonly secret: string;
}

/** A change of the credits. */
export interface CreditEntry {
  readonly entry_id: string;
  readonly at: string;
  readonly kind: CreditEntryKind;
  /** Negative for a charge, and for the sum of a month's charges. */
  readonly credits: number;
  /** The charged task; null if there is none. */
  readonly task_id: string | null;
}

export const CREDIT_ENTRY_KINDS = ['grant', 'charge', 'charges_of_month'] as const;

export type CreditEntryKind = (typeof CREDIT_ENTRY_KINDS)[number];

/** A page of the statement, the newest entry first. */
export interface CreditEntryPage {
  readonly entries: readonly CreditEntry[];
  readonly next_cursor: string | null;
}

export interface CreditEntryQuery {
  /** json for a page, csv for all items in one file. Default json. */
  readonly format?: 'json' | 'csv' | undefined;
  /** The most items of a page or a .csv. Without this, a page has at most 20, and a .csv has all of them. */
  readonly limit?: number | undefined;
}

/** The credits of an account. */
export interface Credits {
  /** Credits that may be spent. */
  readonly available: number;
  /** Credits that are set aside for unfinished tasks. */
  readonly held: number;
}

export const DELIVERY_FAILURES = [
  'timed_out',
  'name_not_found',
  'address_refused',
  'certificate_refused',
  'connection_failed',
] as const;

/** Why a receiver gave no answer. */
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

/** A page of deliveries, the newest first. */
export interface DeliveryPage {
  readonly deliveries: readonly WebhookDelivery[];
  readonly next_cursor: string | null;
}

export interface DeliveryQuery {
  /** The most items on a page. Default 20. */
  readonly limit?: number | undefined;
}

export const DELIVERY_STATES = ['waiting', 'delivered', 'undelivered'] as const;

/** The state of a delivery: it waits, the receiver has taken it, or it was given up. An `undelivered` event can be replayed. */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface DownloadQuery {
  /** The form of the result. Default csv. */
  readonly format?: ResultFormat | undefined;
  /** Only rows with one of these statuses. Without this, all rows. */
  readonly status?: readonly VerificationStatus[] | undefined;
  /** The columns to add behind those of the file, in this order. Without this, verification_status alone. */
  readonly columns?: readonly ResultColumn[] | undefined;
  /** The task_id of another done task of the account. The last column, previous_status, then has the status of the same number in that task. It is empty if the number is not in that task. */
  readonly previous?: string | undefined;
  /** leave_out: the result has no row whose number is suppressed now, or was suppressed when the file was processed. Default keep. */
  readonly suppressed?: 'keep' | 'leave_out' | undefined;
  /** Whether a task that failed or was cancelled has a result too. Its verified rows have their status, the others are unknown. */
  readonly partial?: boolean | undefined;
  /** Whether cells that look like formulas get an apostrophe in a .csv. Without this, the setting of the server applies. */
  readonly neutralize_formulas?: boolean | undefined;
}

export interface EraseRequest {
  readonly phone: string;
  /** true: the number is suppressed from now on. false: it is removed from the suppressed numbers too. Without this, they stay as they are. */
  readonly suppress?: boolean | undefined;
}

export interface FileFacts {
  readonly file_name: string;
  /** The sheet of a workbook that was read; null for a .csv. */
  readonly sheet: string | null;
  /** The encoding that a .csv was read in; null for a workbook. */
  readonly encoding: string | null;
  /** The header of the column of phones. */
  readonly phone_column: string;
  /** Its position in the file, from 0. */
  readonly phone_column_index: number;
  readonly notes: readonly Note[];
  /** The rows without a number, by reason. Empty if no column was found. Null for a task of an earlier version of the server. */
  readonly unread: Readonly<Record<string, number>> | null;
}

export interface FileSettings {
  /** ISO 3166 code of the country of national numbers. */
  readonly default_country?: string | undefined;
  /** The column with the country of each row, by its header or its position from 0. none: there is no such column. Without this, the server finds it. */
  readonly country_column?: string | undefined;
  /** Position of the column with the country of each row, from 0. Give it instead of country_column. */
  readonly country_column_index?: number | undefined;
  /** The column with the date of consent of each row, by its header or its position from 0. none: there is no such column. Without this, the server finds it, if the checker can tell whether a number was given to somebody else. */
  readonly consent_date_column?: string | undefined;
  /** Position of the column with the date of consent of each row, from 0. Give it instead of consent_date_column. */
  readonly consent_date_column_index?: number | undefined;
  /** Area code of numbers that are written without one. It needs default_country. */
  readonly default_area_code?: string | undefined;
  /** How a cell with several numbers is read: as none, or as the first of them. */
  readonly several_numbers?: SeveralNumbers | undefined;
  /** Encoding of a .csv file: a WHATWG name, such as shift_jis, or a code page of DOS, such as cp850. Without this, the server detects it, but no code page of DOS. */
  readonly encoding?: string | undefined;
  /** An age, such as 14d or 12h. A number gets the answer that a task or a single check of the account has found, if that answer is no older than this: with its time, at no credit. Without this, every number is checked. */
  readonly fresh_within?: string | undefined;
  /** Row of the file, from 1, that holds the header. Without this, the server finds it. */
  readonly header_row?: number | undefined;
  /** The column of phones, by its header or its position from 0. Without this, the server finds it. */
  readonly phone_column?: string | undefined;
  /** Position of the column of phones, from 0. Give it instead of phone_column. */
  readonly phone_column_index?: number | undefined;
  /** remembered: the newest file of the account with the same header gives the column settings and the row of the header, as far as this request leaves them out. A note lists them. */
  readonly reading?: 'remembered' | undefined;
  /** Name of a visible sheet of a workbook. Without this, the server reads the first one that has rows. */
  readonly sheet?: string | undefined;
}

export interface ListChange {
  readonly name?: string | undefined;
  /** A task of the account that has not failed. The list has its rows. */
  readonly task_id?: string | undefined;
  /** When the list is verified again. Null: only when somebody asks for it. */
  readonly schedule?: ListSchedule | null | undefined;
  /** An age, such as 14d or 12h. In each run, a number gets the answer that a task or a single check of the account has found, if that answer is no older than this: at no credit. Null: each run checks every number. */
  readonly fresh_within?: string | null | undefined;
  /** A run that would hold more credits is skipped. Null: there is no limit. */
  readonly max_credits?: number | null | undefined;
  /** The column of the `key` of changes, by its header or its position from 0. The file must have it. A position is kept as the header there. Null: changes have no key. */
  readonly key_column?: string | null | undefined;
}

export interface ListChangesQuery {
  /** Compares with the newest run that had ended at this time. Without this, with the run before the newest. */
  readonly since?: string | undefined;
  /** Only changes of these kinds. Without this, all changes. */
  readonly change?: readonly ChangeKind[] | undefined;
  /** The column of the `key`, as for the changes of a task. Without this, it is the column of the list. If neither run has that column, all keys are null. */
  readonly key_column?: string | undefined;
  /** Whether a `key` that looks like a formula gets an apostrophe in a .csv. Without this, the setting of the server applies. */
  readonly neutralize_formulas?: boolean | undefined;
  /** json for a page, csv for all items in one file. Default json. */
  readonly format?: 'json' | 'csv' | undefined;
  /** The most items of a page or a .csv. Without this, a page has at most 20, and a .csv has all of them. */
  readonly limit?: number | undefined;
}

export interface ListFileSettings extends SubmitSettings {
  /** An age, such as 14d or 12h. In each run, a number gets the answer that a task or a single check of the account has found, if that answer is no older than this: at no credit. Without this, each run checks every number. */
  readonly fresh_within?: string | undefined;
  /** A file that would hold more credits is refused. A run that would hold more credits is skipped. Without this, there is no limit. */
  readonly max_credits?: number | undefined;
  /** Name of the list. */
  readonly name: string;
  /** As JSON, in the form of ListSchedule. When the list is verified again. Without this, only when somebody asks for it. */
  readonly schedule?: string | undefined;
  /** The column of the `key` of changes, by its header or its position from 0. The file must have it. A position is kept as the header there. Without this, changes have no key. */
  readonly key_column?: string | undefined;
}

export interface ListRequest extends ListChange {
  readonly name: string;
  /** A task of the account that has not failed. The list has its rows. */
  readonly task_id: string;
}

/** A finished run of a list. Times are ISO 8601, in UTC. */
export interface ListRun {
  /** `skipped`: no task was made. */
  readonly status: 'done' | 'failed' | 'skipped';
  /** The reason why the run was skipped or failed. `task_not_found`: its task or its rows were deleted. */
  readonly reason: string | null;
  /** The task of the run. It may have been deleted or expired since. */
  readonly task_id: string | null;
  /** The time by the schedule. Null if somebody asked for the run, or gave the list a task. */
  readonly due_at: string | null;
  readonly began_at: string;
  readonly ended_at: string;
  /** Rows of the list. */
  readonly total: number;
  /** The distinct numbers of the list. A run with the same rows costs at most one credit for each. Null unless the run is done. */
  readonly numbers: number | null;
  readonly summary: StatusSummary;
  /** Rows whose check failed. */
  readonly checks_failed: number;
  /** One credit for each number that was asked about and answered. */
  readonly credits_charged: number;
  /** The earlier task that the run was compared with. */
  readonly against: string | null;
  /** Counts of distinct numbers. Null if there was no earlier task to compare with. */
  readonly changes: {
    readonly came: number;
    readonly changed: number;
    /** By the `key_column` that the list had when the run ended; 0 without one. */
    readonly replaced: number;
    readonly went: number;
    readonly unchanged: number;
    readonly not_compared: number;
  } | null;
}

export interface ListRunSettings extends SubmitSettings {
  /** An age, such as 14d or 12h, for this run. Without this, the list's own applies. */
  readonly fresh_within?: string | undefined;
  /** Refuses a file that would hold more credits than this. Without this, the list's own limit applies. */
  readonly max_credits?: number | undefined;
}

/** The finished runs of a list, the newest first. The last 100 at most. */
export interface ListRuns {
  readonly runs: readonly ListRun[];
}

/** When a list is verified again. If the clocks skip the hour, the run begins at the next hour. If they show it twice, the first one counts. */
export interface ListSchedule {
  readonly every: 'day' | 'week' | 'month';
  /** A day of the month, from 1 to 28, or a weekday. Left out for `every: day`. */
  readonly day?:
    | number
    | 'sunday'
    | 'monday'
    | 'tuesday'
    | 'wednesday'
    | 'thursday'
    | 'friday'
    | 'saturday'
    | undefined;
  readonly hour: number;
  /** The time zone of the hour, such as Europe/Berlin or UTC. */
  readonly time_zone: string;
}

/** A decision of the reader of files. You may want to change it by a setting. */
export interface Note {
  readonly code: NoteCode;
  /** One sentence with the finding and the setting that changes it. It may quote cells of the file. */
  readonly hint: string;
  /** The parameters of the hint, to word it in another language: cells, headers of columns, the row of the header, the encoding or the sheet, as the code says. Empty if there are none. */
  readonly values: readonly string[];
  /** The most rows of the file that the setting may gain; null if that is not known. */
  readonly rows: number | null;
  /** Only for `country_needed`: the ISO code of the country that most rows name, or of most other numbers in the column, if the cells can be its numbers. Else null. */
  readonly country: string | null;
}

export const NOTE_CODES = [
  'reading_remembered',
  'country_needed',
  'country_column',
  'area_code_column',
  'consent_date_column',
  'numbers_without_area_code',
  'several_numbers',
  'other_phone_columns',
  'no_phone_column',
  'lines_skipped',
  'encoding_guessed',
  'sheet_chosen',
] as const;

export type NoteCode = (typeof NOTE_CODES)[number];

/** What became of a number. */
export interface NumberChange {
  /** The number, in E.164. */
  readonly phone: string;
  readonly change: ChangeKind;
  /** Its status in the earlier task; for `replaced`, that of `previous_phone`. Null if the number is not there, or its check failed. */
  readonly from: VerificationStatus | null;
  /** Its status in the task. Null if it is not there, or its check failed. */
  readonly to: VerificationStatus | null;
  /** The time of the answer `from`; null if there is none. */
  readonly from_checked_at: string | null;
  /** The time of the answer `to`; null if there is none. */
  readonly to_checked_at: string | null;
  /** Only with `key_column`: the cell of that column in the first row with the number; for `replaced`, in the first row whose key says so. It comes from the file of the task; for `went`, from the earlier file. It is cut after 200 characters. Null if the cell is empty, or that file has no such column. */
  readonly key?: string | null | undefined;
  /** Only with `key_column`: the number that it replaced. The task may have that number too, with another key. Null unless `change` is `replaced`. */
  readonly previous_phone?: string | null | undefined;
}

/** Counts of what was erased. They do not name the number. */
export interface NumberErasure {
  /** Tasks from which the number was erased. A repeat finds none. */
  readonly tasks: number;
  /** Rows from which it was erased. */
  readonly rows: number;
  /** The task_id of each task that has the number and has not ended. The number is still there: repeat the request when the task has ended. */
  readonly unfinished: readonly string[];
  /** Kept answers that were erased: of single checks, and replies to requests with an Idempotency-Key. */
  readonly answers: number;
}

export const OUTAGE_REASONS = [
  'checker_unavailable',
  'checker_unauthorized',
  'checker_suspended',
  'checker_out_of_funds',
  'sandbox_outage',
] as const;

/** The reason why no number can be checked: the upstream is away (`checker_unavailable`), or the operator of the server has to act (the others). */
export type OutageReason = (typeof OUTAGE_REASONS)[number];

/** A list that is verified again: a chain of tasks. Times are ISO 8601, in UTC. */
export interface PhoneList {
  readonly list_id: string;
  readonly name: string;
  readonly created_at: string;
  /** The task whose rows the list has. */
  readonly task_id: string;
  /** Null: the list is verified only when somebody asks for it. */
  readonly schedule: ListSchedule | null;
  readonly next_run_at: string | null;
  /** As for a submit. Null: each run checks every number. */
  readonly fresh_within: string | null;
  /** As for a submit. Null: no limit. */
  readonly max_credits: number | null;
  /** The column of the `key` of changes. Null: changes have no key, and no number is `replaced`. */
  readonly key_column: string | null;
  /** The run that is under way; null if there is none. */
  readonly running: {
    readonly task_id: string;
    readonly due_at: string | null;
    /** Null while its task is being made. */
    readonly began_at: string | null;
  } | null;
  readonly last_run: ListRun | null;
}

/** All lists of the account, the oldest first. */
export interface PhoneLists {
  readonly lists: readonly PhoneList[];
}

/** What a submit would read from a file, and what it would cost. A preview holds no credits, and keeps no file unless it is asked to. */
export interface Preview extends FileFacts {
  /** The settings that `reading=remembered` took from an earlier file, in the form of a request. Null if it took none. */
  readonly remembered: {
    /** ISO 3166 code of the country of national numbers. */
    readonly default_country?: string | undefined;
    /** Area code of numbers that are written without one. */
    readonly default_area_code?: string | undefined;
    /** How a cell with several numbers is read. */
    readonly several_numbers?: SeveralNumbers | undefined;
    /** Position of the column of phones, from 0. */
    readonly phone_column_index?: number | undefined;
    /** No column says the country of each row. */
    readonly country_column?: 'none' | undefined;
    /** Position of the column with the country of each row, from 0. */
    readonly country_column_index?: number | undefined;
    /** No column has the date of consent of each row. */
    readonly consent_date_column?: 'none' | undefined;
    /** Position of the column with the date of consent of each row, from 0. */
    readonly consent_date_column_index?: number | undefined;
    /** Row of the file, from 1, that holds the header. */
    readonly header_row: number;
  } | null;
  /** The first visible sheets of a workbook. Empty for a .csv. */
  readonly sheets: readonly string[];
  /** The number of visible sheets. `sheets` lists only the first of many. */
  readonly sheet_count: number;
  readonly column_reason: ColumnReason;
  /** The header of the column with the country of each row; null if there is none. */
  readonly country_column: string | null;
  /** Its position in the file, from 0. */
  readonly country_column_index: number | null;
  /** Counts of the first filled cells of the phone column, 100 at most. */
  readonly seen: {
    readonly filled: number;
    readonly numbers: number;
  };
  readonly columns: readonly {
    readonly index: number;
    readonly name: string;
    readonly samples: readonly string[];
  }[];
  /** The number of columns; `columns` may list fewer. */
  readonly column_count: number;
  /** The first rows of data. */
  readonly first_rows: readonly {
    /** The row in the file, counted from 1 as a spreadsheet shows it. */
    readonly row: number;
    /** A cell for each of `columns`; a long one is cut and ends with `…`. */
    readonly cells: readonly string[];
    /** The number that is checked for the row, in E.164; null if there is none. */
    readonly phone: string | null;
    /** The reason why the row has no number. Null if it has one, or if no column was found. */
    readonly reason: UnreadReason | null;
  }[];
  /** Rows in the file. */
  readonly total: number;
  /** Distinct numbers. */
  readonly numbers: number;
  /** Rows with a number that an earlier row has too. */
  readonly duplicates: number;
  readonly without_number: {
    readonly rows: number;
    /** The rows among them that have an empty cell. */
    readonly empty: number;
    readonly examples: readonly {
      readonly row: number;
      readonly text: string;
      readonly reason: UnreadReason;
    }[];
  };
  /** Numbers with a known answer that is no older than `fresh_within`. They are free. Zeros without `fresh_within`. */
  readonly known: {
    /** Rows with such a number. */
    readonly rows: number;
    /** Distinct numbers. */
    readonly numbers: number;
  };
  /** Numbers that the account has suppressed. They are `unknown` and free. */
  readonly suppressed: {
    /** Rows with such a number. */
    readonly rows: number;
    /** Distinct numbers. */
    readonly numbers: number;
  };
  readonly credits: {
    /** The credits that a submit holds: one for every row with a number that is neither `known` nor `suppressed`. */
    readonly held: number;
    /** The highest possible charge: one credit for each distinct number of these rows. */
    readonly charged: number;
  };
  readonly balance: Credits;
  /** The kept file. The next preview or submit may send its `upload_id` instead of the file. Null without `keep_upload`, or if there was no room. */
  readonly upload: {
    readonly upload_id: string;
    /** Each use extends it. */
    readonly expires_at: string;
  } | null;
}

export interface PreviewSettings extends FileSettings {
  /** Whether the server keeps the file in memory for some minutes. Then the next preview or the submit need not send it again. */
  readonly keep_upload?: boolean | undefined;
  /** The `upload_id` of a preview that has kept its file. Give it instead of the file. */
  readonly upload_id?: string | undefined;
}

export const REASSIGNEDS = ['yes', 'no', 'unknown'] as const;

export type Reassigned = (typeof REASSIGNEDS)[number];

export interface RegisterRequest {
  readonly email: string;
}

export interface RemovedSuppression {
  readonly removed: boolean;
}

export const RESULT_COLUMNS = ['status', 'source', 'reason', 'checked_at', 'reassigned'] as const;

/** The columns that a result can have for each row. */
export type ResultColumn = (typeof RESULT_COLUMNS)[number];

export const RESULT_FORMATS = ['csv', 'xlsx'] as const;

export type ResultFormat = (typeof RESULT_FORMATS)[number];

export interface RowQuery {
  /** Only rows with one of these statuses. Without this, all rows, also those without a status. */
  readonly status?: readonly VerificationStatus[] | undefined;
  /** The most items on a page. Default 20. */
  readonly limit?: number | undefined;
}

export const SCOPES = ['read', 'verify', 'batch', 'admin'] as const;

/** The scopes of a token: `read` shows tasks, results, credits and webhooks, `verify` checks single numbers, `batch` submits files, cancels, retries and deletes tasks, and suppresses and erases numbers, `admin` changes webhooks and manages tokens. */
export type Scope = (typeof SCOPES)[number];

export const SEVERAL_NUMBERS = ['unknown', 'first'] as const;

export type SeveralNumbers = (typeof SEVERAL_NUMBERS)[number];

/** The processed rows by status. All five statuses are always there. */
export type StatusSummary = Readonly<Record<VerificationStatus, number>>;

/** The answer to a submit. */
export interface Submission {
  readonly task_id: string;
  /** Rows in the file. */
  readonly total: number;
  readonly status: 'queued';
}

export interface SubmitSettings extends FileSettings {
  /** Refuses a file that would hold more credits than this. */
  readonly max_credits?: number | undefined;
  /** The `upload_id` of a preview that has kept its file. Give it instead of the file. */
  readonly upload_id?: string | undefined;
}

export interface SuppressedFile extends FileFacts {
  /** Distinct numbers that were sent. */
  readonly numbers: number;
  /** The numbers among them that were not suppressed before. */
  readonly added: number;
  /** Rows in the file. */
  readonly total: number;
  /** Rows without a number that can be read. Nothing of them is suppressed. */
  readonly rows_without_number: number;
}

/** A number that must not be called. */
export interface Suppression {
  /** In E.164. */
  readonly phone: string;
  readonly added_at: string;
}

export type SuppressionFileSettings = Omit<
  FileSettings,
  'consent_date_column' | 'consent_date_column_index' | 'fresh_within' | 'reading'
>;

export interface SuppressionPage {
  readonly suppressions: readonly Suppression[];
  readonly next_cursor: string | null;
}

export interface SuppressionQuery {
  /** The most items on a page. Default 20. */
  readonly limit?: number | undefined;
}

export interface SuppressionRemoval {
  readonly phone: string;
}

export interface SuppressionRequest {
  /** Numbers, written as for a single check. If one of them is not a number, none is added. */
  readonly phones: readonly string[];
}

/** The state of an uploaded file at one moment. Times are ISO 8601, in UTC. */
export interface Task extends FileFacts {
  readonly task_id: string;
  readonly status: TaskStatus;
  /** Rows in the file. */
  readonly total: number;
  /** Rows that have their status. */
  readonly processed: number;
  readonly summary: StatusSummary;
  /** The rows whose answer has a source, by source. */
  readonly sources: Readonly<Record<string, number>>;
  /** The processed rows whose check failed. They count as `unknown` and are free. A retry checks them again. */
  readonly checks_failed: number;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** `cancelled`, `checker_unavailable` or `internal_error`; null unless it failed. */
  readonly failure_reason: string | null;
  /** Set while no number can be checked, or the account is suspended; else null. The task continues by itself. */
  readonly waiting: {
    readonly reason: WaitingReason;
    readonly since: string;
    /** Null while its account is suspended. */
    readonly next_try_at: string | null;
  } | null;
  readonly credits: {
    /** Credits that are set aside for the task at this moment. 0 once it has ended. */
    readonly held: number;
    /** Credits that were charged. 0 until the task has ended for the first time. */
    readonly charged: number;
  };
}

/** A page of tasks, the newest first. */
export interface TaskPage {
  readonly tasks: readonly Task[];
  readonly next_cursor: string | null;
}

export interface TaskQuery {
  /** Only tasks in this status. Without this, tasks in any status. */
  readonly status?: TaskStatus | undefined;
  /** Only tasks whose file name contains this text, in capitals or small letters. Without this, any file name. */
  readonly file_name?: string | undefined;
  /** The most items on a page. Default 20. */
  readonly limit?: number | undefined;
}

/** A row of a file. */
export interface TaskRow {
  /** The position of the row among the rows of data, from 1. */
  readonly row: number;
  /** Its cell in the column of phones, as in the file. A long one is cut and ends with `…`. */
  readonly cell: string;
  /** The number that is checked for the row, in E.164; null if there is none. */
  readonly phone: string | null;
  /** Null while the number has no status. `unknown` if the row has no number. */
  readonly status: VerificationStatus | null;
  /** The source of the answer, if the checker gives it. */
  readonly source: string | null;
  /** The reason of the status, if the checker gives it. */
  readonly reason: string | null;
  /** The time of the answer; null if there is none. */
  readonly checked_at: string | null;
  /** Whether the number was given to somebody else since the date of consent. Null if no column of dates was read, or there is no answer. */
  readonly reassigned: Reassigned | null;
}

/** A page of rows, in the order of the file. With `status`, it may have fewer rows than its limit, or none, although more follow. */
export interface TaskRowPage {
  readonly rows: readonly TaskRow[];
  readonly next_cursor: string | null;
}

export const TASK_STATUSES = ['queued', 'processing', 'done', 'failed'] as const;

export type TaskStatus = (typeof TASK_STATUSES)[number];

/** A valid token of the account, without its secret. Times are ISO 8601, in UTC. */
export interface Token {
  readonly token_id: string;
  readonly name: string | null;
  /** Null: the token allows every operation. */
  readonly scopes: readonly Scope[] | null;
  readonly created_at: string;
  /** Null: the token does not expire. */
  readonly expires_at: string | null;
  /** Exact to a minute. Null: the token was not used yet. */
  readonly last_used_at: string | null;
  /** The most credits that its requests may set aside on one day in UTC. Null: no limit. */
  readonly max_credits_per_day: number | null;
  /** The most credits that one file may hold. Null: no limit. */
  readonly max_credits_per_task: number | null;
}

/** All valid tokens of the account, the oldest first. */
export interface TokenList {
  readonly tokens: readonly Token[];
}

export interface TokenRequest {
  /** The purpose of the token. */
  readonly name?: string | null | undefined;
  /** The scopes of the new token. Without this, they are those of the token that asks. */
  readonly scopes?: readonly Scope[] | undefined;
  /** The end of the token; null for no end. */
  readonly expires_at?: string | null | undefined;
  /** The most credits that its requests may set aside on one day in UTC. Without this, the limit of the token that asks. */
  readonly max_credits_per_day?: number | null | undefined;
  /** The most credits that one file may hold. Without this, the limit of the token that asks. */
  readonly max_credits_per_task?: number | null | undefined;
}

export const UNREAD_REASONS = [
  'empty',
  'no_digits',
  'too_few_digits',
  'lost_digits',
  'extra_digits',
  'wrong_length',
  'several_numbers',
  'other_text',
  'something_else',
  'no_country',
  'no_area_code',
  'impossible',
  'unclear',
  'placeholder',
  'may_be_id',
] as const;

/**
 * Why a cell of the column of phones holds no number that is checked:
 * - `empty`: there is nothing in it;
 * - `no_digits`, `too_few_digits`: it has none, or too few for a number;
 * - `lost_digits`: digits are missing at its end, for example because a spreadsheet rounded it;
 * - `extra_digits`: digits follow a whole number;
 * - `wrong_length`: it has a calling code, and fewer or more digits than the numbers of that code;
 * - `several_numbers`: it holds several numbers;
 * - `other_text`: it has words or signs that may change what its digits mean;
 * - `something_else`: it is written as a date, a decimal, a price, a range or an id;
 * - `no_country`, `no_area_code`: its number has none, and no setting names it;
 * - `impossible`: there is no such number;
 * - `unclear`: it may be two different numbers;
 * - `placeholder`: its digits are all the same or count up;
 * - `may_be_id`: its column holds ids too, and it has no plus sign.
 */
export type UnreadReason = (typeof UNREAD_REASONS)[number];

/** The answer about one number. */
export interface Verification {
  /** The number, normalised: a plus and digits. */
  readonly phone: string;
  readonly status: VerificationStatus;
  readonly checked_at: string;
  /** The source of the answer, if the checker gives it. */
  readonly source?: string | undefined;
  /** The reason of the status, if the checker gives it. It may begin with a finding, such as `line_live`. `suppressed`: the number is suppressed, so no checker was asked. */
  readonly reason?: string | undefined;
  /** Whether the number was given to somebody else since `consent_date`. Only in answers to requests with that date. */
  readonly reassigned?: Reassigned | undefined;
}

export const VERIFICATION_STATUSES = [
  'wa_registered',
  'telegram_registered',
  'dead',
  'inactive',
  'unknown',
] as const;

/**
 * - `wa_registered`, `telegram_registered`: the number has an account on that messaging app;
 * - `dead`: the number cannot exist or no longer does;
 * - `inactive`: the line exists, but is on neither app, or cannot be reached;
 * - `unknown`: none of these is known. The checker said so (also of a line in service, if no app was asked), the check failed, or the cell holds no number.
 */
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

export interface VerifyRequest {
  readonly phone: string;
  /** The time at which the owner of the number gave consent: a past date or date-time in ISO 8601. The answer then has `reassigned`. */
  readonly consent_date?: string | undefined;
  /** An age, such as 14d or 12h. A number gets the answer that a task or a single check of the account has found, if that answer is no older than this: with its time, at no credit. Without this, every number is checked. */
  readonly fresh_within?: string | undefined;
}

export const WAITING_REASONS = [
  'checker_unavailable',
  'checker_unauthorized',
  'checker_suspended',
  'checker_out_of_funds',
  'sandbox_outage',
  'account_suspended',
] as const;

/** The reason why a task waits: an outage, or a suspended account. */
export type WaitingReason = (typeof WAITING_REASONS)[number];

/** An address of the account that gets events. Times are ISO 8601, in UTC. */
export interface Webhook {
  readonly webhook_id: string;
  readonly url: string;
  readonly events: readonly WebhookEventType[];
  readonly created_at: string;
  readonly disabled_at: string | null;
  readonly disabled_reason: WebhookDisabledReason | null;
}

/** An event on its way to a webhook. Times are ISO 8601, in UTC. */
export interface WebhookDelivery {
  /** The `webhook-id` of the message, the same at each try. */
  readonly event_id: string;
  readonly event: WebhookEventType;
  readonly occurred_at: string;
  readonly state: DeliveryState;
  /** Tries that have ended. */
  readonly attempts: number;
  /** The last try that has ended: the status of the answer, or the reason why there was none. Null before that. */
  readonly last_attempt: {
    readonly at: string;
    readonly status: number | null;
    readonly failure: DeliveryFailure | null;
  } | null;
  /** The time of the next try. Null during a try, and unless the state is `waiting`. */
  readonly next_try_at: string | null;
}

export const WEBHOOK_DISABLED_REASONS = ['gone', 'failing'] as const;

/** The reason why a webhook gets no more events: its receiver answered 410, or no delivery has succeeded for days. */
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];

export const WEBHOOK_EVENT_TYPES = [
  'task.done',
  'task.failed',
  'list.changed',
  'list.skipped',
  'credits.low',
] as const;

/** The events of webhooks. */
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/** All webhooks of the account, the oldest first. */
export interface WebhookList {
  readonly webhooks: readonly Webhook[];
}

export interface WebhookReplay {
  /** The number of deliveries that are due now. */
  readonly deliveries: number;
}

export interface WebhookReplayRequest {
  /** Events since this time are delivered again. */
  readonly since: string;
  /** Default undelivered. */
  readonly which?: 'undelivered' | 'all' | undefined;
}

export interface WebhookRequest {
  /** An https address. */
  readonly url: string;
  readonly events: readonly WebhookEventType[];
}

/** A secret of a webhook, `whsec_...`, which signs its messages. It is shown only this once. */
export interface WebhookSecret {
  readonly secret: string;
}
