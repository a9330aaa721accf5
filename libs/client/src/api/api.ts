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

/** A new account with its first token, which is shown this once. */
export interface Account {
  readonly account_id: string;
  readonly email: string;
  readonly created_at: string;
  readonly token: string;
}

/** Distinguishes accounts. */
export interface AccountMark {
  /** The same for all tokens of an account, and different for every other account. It is not the account id. */
  readonly account: string;
}

export interface AddedSuppressions {
  /** Distinct numbers that were sent. */
  readonly numbers: number;
  /** Those that were not suppressed before. */
  readonly added: number;
}

/** Numbers, each counted once, and rows without one. They are of both tasks, whatever part of the changes was asked for. */
export interface ChangeCounts {
  readonly came: number;
  readonly changed: number;
  readonly went: number;
  /** Numbers of both with the same status. */
  readonly unchanged: number;
  /** Numbers of both whose check failed in one of them, or which were suppressed in one of them. */
  readonly not_compared: number;
  /** Rows of the task without a number. */
  readonly rows_without_number: number;
  /** Rows of the task before without a number. */
  readonly rows_without_number_before: number;
}

export const CHANGE_KINDS = ['came', 'changed', 'went'] as const;

/**
 * What became of a number:
 * - `came`: only the task has it, and the task before has not;
 * - `changed`: both were answered, with different statuses;
 * - `went`: only the task before has it.
 */
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** A page of changes: first numbers that came or changed, in the order of the file, then those that went, in the order of the earlier file. */
export interface ChangesPage {
  readonly counts: ChangeCounts;
  readonly changes: readonly NumberChange[];
  readonly next_cursor: string | null;
}

export interface ChangesQuery {
  /** The task_id of the task before, of the same account. */
  readonly against: string;
  /** Only changes of these kinds; all without it. */
  readonly change?: readonly ChangeKind[] | undefined;
  /** Header or position, from 0, of the column that says which row a number belongs to: each change has a `key`. A position is one of the task; in the task before, it is the column with the same header. */
  readonly key_column?: string | undefined;
  /** Whether, in a .csv, a `key` like a formula gets an apostrophe before it; as the server is set without it. */
  readonly neutralize_formulas?: boolean | undefined;
  /** json for a page, csv for all items in one file. Default json. */
  readonly format?: 'json' | 'csv' | undefined;
  /** The most items on a page, 20 without it, or in a .csv, which has all of them without it. */
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

export interface CreatedToken {
  readonly token_id: string;
  readonly name: string | null;
  /** Null: it allows every operation. */
  readonly scopes: readonly Scope[] | null;
  readonly created_at: string;
  /** Null: it does not expire. */
  readonly expires_at: string | null;
  /** To within a minute; null: it was not used yet. */
  readonly last_used_at: string | null;
  /** The most credits that its requests may set aside on a day in UTC. Null: any number. */
  readonly max_credits_per_day: number | null;
  /** The most credits that one file may hold. Null: any number. */
  readonly max_credits_per_task: number | null;
  /** The token itself. It is shown this once. */
  readonly token: string;
}

/** A webhook with its secret, which is shown this once. */
export interface CreatedWebhook {
  readonly webhook_id: string;
  readonly url: string;
  readonly events: readonly WebhookEventType[];
  readonly created_at: string;
  readonly disabled_at: string | null;
  readonly disabled_reason: WebhookDisabledReason | null;
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
  /** The most items on a page, 20 without it, or in a .csv, which has all of them without it. */
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

/** The state of an event: it is to be delivered, its receiver has taken it, or it was given up. An `undelivered` event can be replayed. */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface DownloadQuery {
  /** The form of the result. Default csv. */
  readonly format?: ResultFormat | undefined;
  /** Only rows with one of these statuses; all rows without it. */
  readonly status?: readonly VerificationStatus[] | undefined;
  /** The columns behind those of the file, in this order; verification_status alone without it. */
  readonly columns?: readonly ResultColumn[] | undefined;
  /** The task_id of another done task of the account: a column previous_status behind the others has the status of the same number in it, and is empty where the number is not in it. */
  readonly previous?: string | undefined;
  /** leave_out: without the rows whose number the account suppresses now, or did when the file was worked on. Default keep. */
  readonly suppressed?: 'keep' | 'leave_out' | undefined;
  /** Whether a task that failed or was cancelled has a result too: the rows verified before, the others unknown. */
  readonly partial?: boolean | undefined;
  /** Whether, in CSV, cells like formulas get an apostrophe before them; as the server is set without it. */
  readonly neutralize_formulas?: boolean | undefined;
}

export interface EraseRequest {
  readonly phone: string;
  /** true: the number is suppressed from now on. false: it is taken off that list too. The list stays as it is without this. */
  readonly suppress?: boolean | undefined;
}

export interface FileSettings {
  /** ISO 3166 code of the country of national numbers. */
  readonly default_country?: string | undefined;
  /** Header or position, from 0, of the column that says the country of each row; it is found without this, and none says that no column does. */
  readonly country_column?: string | undefined;
  /** Position of the column with the country of each row, counted from 0. It takes the place of country_column. */
  readonly country_column_index?: number | undefined;
  /** Header or position, from 0, of the column with the date of consent of each row; it is found without this if the checker can tell who was given a number since, and none says that no column has it. */
  readonly consent_date_column?: string | undefined;
  /** Position of the column with the date of consent of each row, counted from 0. It takes the place of consent_date_column. */
  readonly consent_date_column_index?: number | undefined;
  /** Area code of numbers that are written without one; it needs default_country. */
  readonly default_area_code?: string | undefined;
  /** How a cell with several numbers is read: as none, or as the first of them. */
  readonly several_numbers?: SeveralNumbers | undefined;
  /** Encoding of a .csv file: a WHATWG name, such as shift_jis, or a code page of DOS, such as cp850. It is detected without this, except for code pages of DOS, which have to be named. */
  readonly encoding?: string | undefined;
  /** An age, such as 14d or 12h. A number about which a task or a single check of the account has found an answer within it gets that answer, at no credit, with its time. Without this, every number is checked. */
  readonly fresh_within?: string | undefined;
  /** Row of the file, from 1, that holds the header; it is found without this. */
  readonly header_row?: number | undefined;
  /** Header or position, from 0, of the column of phones. */
  readonly phone_column?: string | undefined;
  /** Position of the column of phones, counted from 0. It takes the place of phone_column. */
  readonly phone_column_index?: number | undefined;
  /** Takes the column settings that this request leaves out, and the row of the header, from the newest file of the account with the same header; a note lists them. */
  readonly reading?: 'remembered' | undefined;
  /** Name of a visible sheet of a workbook; the first one that has rows is read without this. */
  readonly sheet?: string | undefined;
}

export interface ListChange {
  readonly name?: string | undefined;
  /** A task of the account that has not failed: the list has its rows. */
  readonly task_id?: string | undefined;
  /** Null: it is verified only when somebody asks for it. */
  readonly schedule?: ListSchedule | null | undefined;
  /** An age, such as 14d or 12h, as of a submit. Null: every number is checked at each run. */
  readonly fresh_within?: string | null | undefined;
  /** A run that would hold more credits is skipped. Null: no limit. */
  readonly max_credits?: number | null | undefined;
  /** Header or position, from 0, of the column of the `key` of changes, which the file of the task must have. Null: they have none. */
  readonly key_column?: string | null | undefined;
}

export interface ListChangesQuery {
  /** Compares with the newest run that had ended then; with the run before the newest without it. */
  readonly since?: string | undefined;
  /** Only changes of these kinds; all without it. */
  readonly change?: readonly ChangeKind[] | undefined;
  /** As of changes of a task; without it the column of the list, which both runs may lack: all keys are null then. */
  readonly key_column?: string | undefined;
  /** Whether, in a .csv, a `key` like a formula gets an apostrophe before it; as the server is set without it. */
  readonly neutralize_formulas?: boolean | undefined;
  /** json for a page, csv for all items in one file. Default json. */
  readonly format?: 'json' | 'csv' | undefined;
  /** The most items on a page, 20 without it, or in a .csv, which has all of them without it. */
  readonly limit?: number | undefined;
}

export interface ListRequest {
  readonly name: string;
  /** A task of the account that has not failed: the list has its rows. */
  readonly task_id: string;
  /** Null: it is verified only when somebody asks for it. */
  readonly schedule?: ListSchedule | null | undefined;
  /** An age, such as 14d or 12h, as of a submit. Null: every number is checked at each run. */
  readonly fresh_within?: string | null | undefined;
  /** A run that would hold more credits is skipped. Null: no limit. */
  readonly max_credits?: number | null | undefined;
  /** Header or position, from 0, of the column of the `key` of changes, which the file of the task must have. Null: they have none. */
  readonly key_column?: string | null | undefined;
}

/** A run of a list that is over. Times are ISO 8601, in UTC. */
export interface ListRun {
  /** `skipped`: no task was made. */
  readonly status: 'done' | 'failed' | 'skipped';
  /** Why it was skipped or has failed; `task_not_found`: its task or its rows were deleted. */
  readonly reason: string | null;
  /** It may have been deleted or expired since. */
  readonly task_id: string | null;
  /** Null if somebody asked for it, or gave the list a task. */
  readonly due_at: string | null;
  readonly began_at: string;
  readonly ended_at: string;
  /** Rows of the list. */
  readonly total: number;
  /** Its numbers, each counted once: a run like it is charged for no more. Null unless it is done. */
  readonly numbers: number | null;
  readonly summary: StatusSummary;
  /** Rows whose check failed. */
  readonly checks_failed: number;
  /** One for each number that was asked about and answered. */
  readonly credits_charged: number;
  /** The task that it was compared with. */
  readonly against: string | null;
  /** Numbers, each counted once; null if there was none to compare with. */
  readonly changes: {
    readonly came: number;
    readonly changed: number;
    readonly went: number;
    readonly unchanged: number;
    readonly not_compared: number;
  } | null;
}

/** The runs of a list that are over, the newest first: at most the last 100. */
export interface ListRuns {
  readonly runs: readonly ListRun[];
}

/** When a list is verified again. An hour that clocks leave out is followed by the next that there is; of one that they show twice, the first counts. */
export interface ListSchedule {
  readonly every: 'day' | 'week' | 'month';
  /** A day of the month, from 1 to 28, or a weekday; not for every day. */
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
  /** A name such as Europe/Berlin or UTC, by whose clocks the hour is. */
  readonly time_zone: string;
}

/** A decision of the reader of files that you may want to change by a setting. */
export interface Note {
  readonly code: NoteCode;
  /** One sentence with the finding and the setting that changes it. It may quote cells of the file. */
  readonly hint: string;
  /** How many rows of the file its setting may gain; null if that is not known. */
  readonly rows: number | null;
  /** For `country_needed`: the ISO code of the country of most other numbers of the column, if the cells can be its numbers; else null. */
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
  /** Its status in the task before; null if it was not there, or its check failed. */
  readonly from: VerificationStatus | null;
  /** Its status in the task; null if it is not there, or its check failed. */
  readonly to: VerificationStatus | null;
  /** When `from` was known; null if there is none. */
  readonly from_checked_at: string | null;
  /** When `to` was known; null if there is none. */
  readonly to_checked_at: string | null;
  /** Only with `key_column`: the text of its cell in the first row of the number, in the task, and of `went` in the task before. Beyond 200 characters it is cut. Null if the cell is empty, or that file has no such column. */
  readonly key?: string | null | undefined;
}

/** What was erased. It has no number. */
export interface NumberErasure {
  /** Tasks in which it was found, and is gone. A repeat finds none. */
  readonly tasks: number;
  /** Their rows of which something is gone. */
  readonly rows: number;
  /** The task_id of each task that has it and has not ended: nothing of it is gone. Repeat the request then. */
  readonly unfinished: readonly string[];
  /** Kept answers that are gone: of a single check, and replies to requests with an Idempotency-Key. */
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
  /** The task whose rows it has. */
  readonly task_id: string;
  /** Null: it is verified only when somebody asks for it. */
  readonly schedule: ListSchedule | null;
  readonly next_run_at: string | null;
  /** As of a submit; null: every number is checked at each run. */
  readonly fresh_within: string | null;
  /** As of a submit; null: no limit. */
  readonly max_credits: number | null;
  /** The column of the `key` of changes; null: they have none. */
  readonly key_column: string | null;
  /** The run that is not over. */
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
export interface Preview {
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
  /** The rows without a number, by the reason; empty if no column was found. Null for a task that an earlier version took in. */
  readonly unread: Readonly<Record<string, number>> | null;
  /** The settings that `reading=remembered` has taken, as a request can give them; null for none. */
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
    /** Position of the column that says it, from 0. */
    readonly country_column_index?: number | undefined;
    /** No column has the date of consent of each row. */
    readonly consent_date_column?: 'none' | undefined;
    /** Position of the column that has it, from 0. */
    readonly consent_date_column_index?: number | undefined;
    /** Row of the file, from 1, that holds the header. */
    readonly header_row: number;
  } | null;
  /** The first visible sheets of a workbook; none of a .csv. */
  readonly sheets: readonly string[];
  /** The number of visible sheets. `sheets` lists only the first of many. */
  readonly sheet_count: number;
  readonly column_reason: ColumnReason;
  /** The header of the column that says the country of each row; null if none does. */
  readonly country_column: string | null;
  /** Its position in the file, from 0. */
  readonly country_column_index: number | null;
  /** Counted over the first filled cells of the phone column, 100 at most. */
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
  /** The first rows of data, side by side. */
  readonly first_rows: readonly {
    /** The row in the file, counted from 1 as a spreadsheet shows it. */
    readonly row: number;
    /** A cell for each of `columns`; a long one is cut and ends with `…`. */
    readonly cells: readonly string[];
    /** The number that is checked for it, in E.164; null for none. */
    readonly phone: string | null;
    /** The reason why there is none; null if there is one, and if no column was found. */
    readonly reason: UnreadReason | null;
  }[];
  /** Rows in the file. */
  readonly total: number;
  /** Distinct numbers. */
  readonly numbers: number;
  /** Rows whose number a row before them has. */
  readonly duplicates: number;
  readonly without_number: {
    readonly rows: number;
    /** Those of them with an empty cell. */
    readonly empty: number;
    readonly examples: readonly {
      readonly row: number;
      readonly text: string;
      readonly reason: UnreadReason;
    }[];
  };
  /** The numbers whose answers are no older than `fresh_within`, and free; zeros without it. */
  readonly known: {
    /** Rows whose number is one of them. */
    readonly rows: number;
    /** Distinct numbers. */
    readonly numbers: number;
  };
  /** The numbers that the account has suppressed: they are `unknown` and free. */
  readonly suppressed: {
    /** Rows whose number is one of them. */
    readonly rows: number;
    /** Distinct numbers. */
    readonly numbers: number;
  };
  readonly credits: {
    /** The credits that a submit holds: one for every row with a number that is neither `known` nor `suppressed`. */
    readonly held: number;
    /** The highest charge: one credit for every distinct one of these numbers. */
    readonly charged: number;
  };
  readonly balance: Credits;
  /** The kept file. The next preview or the submit may send its `upload_id` instead of the file. Null without `keep_upload`, and if there is no room. */
  readonly upload: {
    readonly upload_id: string;
    /** Each use moves it on. */
    readonly expires_at: string;
  } | null;
}

export interface PreviewSettings {
  /** ISO 3166 code of the country of national numbers. */
  readonly default_country?: string | undefined;
  /** Header or position, from 0, of the column that says the country of each row; it is found without this, and none says that no column does. */
  readonly country_column?: string | undefined;
  /** Position of the column with the country of each row, counted from 0. It takes the place of country_column. */
  readonly country_column_index?: number | undefined;
  /** Header or position, from 0, of the column with the date of consent of each row; it is found without this if the checker can tell who was given a number since, and none says that no column has it. */
  readonly consent_date_column?: string | undefined;
  /** Position of the column with the date of consent of each row, counted from 0. It takes the place of consent_date_column. */
  readonly consent_date_column_index?: number | undefined;
  /** Area code of numbers that are written without one; it needs default_country. */
  readonly default_area_code?: string | undefined;
  /** How a cell with several numbers is read: as none, or as the first of them. */
  readonly several_numbers?: SeveralNumbers | undefined;
  /** Encoding of a .csv file: a WHATWG name, such as shift_jis, or a code page of DOS, such as cp850. It is detected without this, except for code pages of DOS, which have to be named. */
  readonly encoding?: string | undefined;
  /** An age, such as 14d or 12h. A number about which a task or a single check of the account has found an answer within it gets that answer, at no credit, with its time. Without this, every number is checked. */
  readonly fresh_within?: string | undefined;
  /** Row of the file, from 1, that holds the header; it is found without this. */
  readonly header_row?: number | undefined;
  /** Header or position, from 0, of the column of phones. */
  readonly phone_column?: string | undefined;
  /** Position of the column of phones, counted from 0. It takes the place of phone_column. */
  readonly phone_column_index?: number | undefined;
  /** Takes the column settings that this request leaves out, and the row of the header, from the newest file of the account with the same header; a note lists them. */
  readonly reading?: 'remembered' | undefined;
  /** Name of a visible sheet of a workbook; the first one that has rows is read without this. */
  readonly sheet?: string | undefined;
  /** Whether the server keeps the file in memory for some minutes, so that the next preview or the submit need not send it again. */
  readonly keep_upload?: boolean | undefined;
  /** The `upload_id` from a preview that has kept its file, instead of the file. */
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
  /** Only rows with one of these statuses; all rows without it, also those without a status. */
  readonly status?: readonly VerificationStatus[] | undefined;
  /** The most items on a page. Default 20. */
  readonly limit?: number | undefined;
}

export const SCOPES = ['read', 'verify', 'batch', 'admin'] as const;

/** The scopes of a token: `read` shows tasks, results, credits and webhooks, `verify` checks single numbers, `batch` submits files, cancels, retries and deletes tasks, and suppresses and erases numbers, `admin` changes webhooks and manages tokens. */
export type Scope = (typeof SCOPES)[number];

export const SEVERAL_NUMBERS = ['unknown', 'first'] as const;

export type SeveralNumbers = (typeof SEVERAL_NUMBERS)[number];

/** The rows that have their status, by status; all five are always there. */
export type StatusSummary = Readonly<Record<VerificationStatus, number>>;

/** The answer to a submit, as of that moment. */
export interface Submission {
  readonly task_id: string;
  /** Rows in the file. */
  readonly total: number;
  readonly status: 'queued';
}

export interface SubmitSettings {
  /** ISO 3166 code of the country of national numbers. */
  readonly default_country?: string | undefined;
  /** Header or position, from 0, of the column that says the country of each row; it is found without this, and none says that no column does. */
  readonly country_column?: string | undefined;
  /** Position of the column with the country of each row, counted from 0. It takes the place of country_column. */
  readonly country_column_index?: number | undefined;
  /** Header or position, from 0, of the column with the date of consent of each row; it is found without this if the checker can tell who was given a number since, and none says that no column has it. */
  readonly consent_date_column?: string | undefined;
  /** Position of the column with the date of consent of each row, counted from 0. It takes the place of consent_date_column. */
  readonly consent_date_column_index?: number | undefined;
  /** Area code of numbers that are written without one; it needs default_country. */
  readonly default_area_code?: string | undefined;
  /** How a cell with several numbers is read: as none, or as the first of them. */
  readonly several_numbers?: SeveralNumbers | undefined;
  /** Encoding of a .csv file: a WHATWG name, such as shift_jis, or a code page of DOS, such as cp850. It is detected without this, except for code pages of DOS, which have to be named. */
  readonly encoding?: string | undefined;
  /** An age, such as 14d or 12h. A number about which a task or a single check of the account has found an answer within it gets that answer, at no credit, with its time. Without this, every number is checked. */
  readonly fresh_within?: string | undefined;
  /** Row of the file, from 1, that holds the header; it is found without this. */
  readonly header_row?: number | undefined;
  /** Header or position, from 0, of the column of phones. */
  readonly phone_column?: string | undefined;
  /** Position of the column of phones, counted from 0. It takes the place of phone_column. */
  readonly phone_column_index?: number | undefined;
  /** Takes the column settings that this request leaves out, and the row of the header, from the newest file of the account with the same header; a note lists them. */
  readonly reading?: 'remembered' | undefined;
  /** Name of a visible sheet of a workbook; the first one that has rows is read without this. */
  readonly sheet?: string | undefined;
  /** Refuses a file that would hold more credits than this. */
  readonly max_credits?: number | undefined;
  /** The `upload_id` from a preview that has kept its file, instead of the file. */
  readonly upload_id?: string | undefined;
}

export interface SuppressedFile {
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
  /** The rows without a number, by the reason; empty if no column was found. Null for a task that an earlier version took in. */
  readonly unread: Readonly<Record<string, number>> | null;
  /** Distinct numbers that were sent. */
  readonly numbers: number;
  /** Those that were not suppressed before. */
  readonly added: number;
  /** Rows in the file. */
  readonly total: number;
  /** Rows of which no number could be read: nothing of them is suppressed. */
  readonly rows_without_number: number;
}

/** A number that must not be called. */
export interface Suppression {
  /** In E.164. */
  readonly phone: string;
  readonly added_at: string;
}

export interface SuppressionFileSettings {
  /** ISO 3166 code of the country of national numbers. */
  readonly default_country?: string | undefined;
  /** Header or position, from 0, of the column that says the country of each row; it is found without this, and none says that no column does. */
  readonly country_column?: string | undefined;
  /** Position of the column with the country of each row, counted from 0. It takes the place of country_column. */
  readonly country_column_index?: number | undefined;
  /** Area code of numbers that are written without one; it needs default_country. */
  readonly default_area_code?: string | undefined;
  /** How a cell with several numbers is read: as none, or as the first of them. */
  readonly several_numbers?: SeveralNumbers | undefined;
  /** Encoding of a .csv file: a WHATWG name, such as shift_jis, or a code page of DOS, such as cp850. It is detected without this, except for code pages of DOS, which have to be named. */
  readonly encoding?: string | undefined;
  /** Row of the file, from 1, that holds the header; it is found without this. */
  readonly header_row?: number | undefined;
  /** Header or position, from 0, of the column of phones. */
  readonly phone_column?: string | undefined;
  /** Position of the column of phones, counted from 0. It takes the place of phone_column. */
  readonly phone_column_index?: number | undefined;
  /** Name of a visible sheet of a workbook; the first one that has rows is read without this. */
  readonly sheet?: string | undefined;
}

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
  /** Written as for a single check. If one is not a number, none is added. */
  readonly phones: readonly string[];
}

/** The state of an uploaded file at one moment. Times are ISO 8601, in UTC. */
export interface Task {
  readonly task_id: string;
  readonly status: TaskStatus;
  /** Rows in the file. */
  readonly total: number;
  /** Rows that have their status. */
  readonly processed: number;
  readonly summary: StatusSummary;
  /** The rows whose answer has a source, by source. */
  readonly sources: Readonly<Record<string, number>>;
  /** The processed rows whose check failed: counted as `unknown`, free, and checked again by a retry. */
  readonly checks_failed: number;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** `cancelled`, `checker_unavailable` or `internal_error`; null unless it failed. */
  readonly failure_reason: string | null;
  /** Null unless no number can be checked at present, or its account is suspended. The task continues by itself. */
  readonly waiting: {
    readonly reason: WaitingReason;
    readonly since: string;
    /** Null while its account is suspended. */
    readonly next_try_at: string | null;
  } | null;
  readonly credits: {
    /** Credits that are set aside for it at this moment: 0 once it has ended. */
    readonly held: number;
    /** Credits that were charged: 0 until it has ended for the first time. */
    readonly charged: number;
  };
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
  /** The rows without a number, by the reason; empty if no column was found. Null for a task that an earlier version took in. */
  readonly unread: Readonly<Record<string, number>> | null;
}

/** A page of tasks, the newest first. */
export interface TaskPage {
  readonly tasks: readonly Task[];
  readonly next_cursor: string | null;
}

export interface TaskQuery {
  /** Only tasks in this status; in any without it. */
  readonly status?: TaskStatus | undefined;
  /** Only tasks whose file has a name with this text in it, in any case; with any name without it. */
  readonly file_name?: string | undefined;
  /** The most items on a page. Default 20. */
  readonly limit?: number | undefined;
}

/** A row of a file. */
export interface TaskRow {
  /** Its position among the rows of data, from 1. */
  readonly row: number;
  /** Its cell in the column of phones, as in the file; a long one is cut and ends with `…`. */
  readonly cell: string;
  /** The number that is checked for it, in E.164; null if it carries none. */
  readonly phone: string | null;
  /** Null as long as its number has no status; `unknown` if it carries none. */
  readonly status: VerificationStatus | null;
  /** The source of the answer, if the checker gives it. */
  readonly source: string | null;
  /** The reason of the status, if the checker gives it. */
  readonly reason: string | null;
  /** When the answer was known; null if there is none. */
  readonly checked_at: string | null;
  /** Whether its number was given to somebody else since the date of consent; null if no column of dates was read, or there is no answer. */
  readonly reassigned: Reassigned | null;
}

/** A page of rows, in the order of the file. With a `status`, it may have fewer rows than its limit, or none, though more follow. */
export interface TaskRowPage {
  readonly rows: readonly TaskRow[];
  readonly next_cursor: string | null;
}

export const TASK_STATUSES = ['queued', 'processing', 'done', 'failed'] as const;

export type TaskStatus = (typeof TASK_STATUSES)[number];

/** A good token of the account, without its secret. Times are ISO 8601, in UTC. */
export interface Token {
  readonly token_id: string;
  readonly name: string | null;
  /** Null: it allows every operation. */
  readonly scopes: readonly Scope[] | null;
  readonly created_at: string;
  /** Null: it does not expire. */
  readonly expires_at: string | null;
  /** To within a minute; null: it was not used yet. */
  readonly last_used_at: string | null;
  /** The most credits that its requests may set aside on a day in UTC. Null: any number. */
  readonly max_credits_per_day: number | null;
  /** The most credits that one file may hold. Null: any number. */
  readonly max_credits_per_task: number | null;
}

/** All good tokens of the account, the oldest first. */
export interface TokenList {
  readonly tokens: readonly Token[];
}

export interface TokenRequest {
  /** Its purpose. */
  readonly name?: string | null | undefined;
  /** Those of the token of the request without it. */
  readonly scopes?: readonly Scope[] | undefined;
  /** Its end; null for none. */
  readonly expires_at?: string | null | undefined;
  /** The most credits that its requests may set aside on a day in UTC. Without it, that of the token of the request. */
  readonly max_credits_per_day?: number | null | undefined;
  /** The most credits that one file may hold. Without it, that of the token of the request. */
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
 * - `lost_digits`: digits are missing at its end, as where a spreadsheet rounded it;
 * - `extra_digits`: digits follow a whole number;
 * - `wrong_length`: it has a calling code, and fewer or more digits than the numbers of that code;
 * - `several_numbers`: it holds several numbers;
 * - `other_text`: it has words or signs that may change what its digits mean;
 * - `something_else`: it is written as a date, a decimal, a price, a range or an id;
 * - `no_country`, `no_area_code`: its number lacks that, and nobody said which;
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
  /** The reason of the status, if the checker gives it. It may begin with a finding, such as `line_live`. `suppressed`: nobody was asked. */
  readonly reason?: string | undefined;
  /** Whether the number was given to somebody else since `consent_date`; left out of answers to requests without one. */
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
 * - `inactive`: a line that exists, but on neither app, or that cannot be reached;
 * - `unknown`: none of these is known: the checker said so, as it does of a line in service if no app was asked; the check failed; or the cell holds no number.
 */
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

export interface VerifyRequest {
  readonly phone: string;
  /** When the owner of the number gave consent: a date or a date-time of ISO 8601 that has passed. The answer then has `reassigned`. */
  readonly consent_date?: string | undefined;
  /** An age, such as 14d or 12h. A number about which a task or a single check of the account has found an answer within it gets that answer, at no credit, with its time. Without this, every number is checked. */
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

/** The reason why a task waits: an outage, or the operator has suspended its account. */
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
  /** Tries that came to an end. */
  readonly attempts: number;
  /** With the status of the answer, or the reason why there was none. Null before the first try has ended. */
  readonly last_attempt: {
    readonly at: string;
    readonly status: number | null;
    readonly failure: DeliveryFailure | null;
  } | null;
  /** Null during a try, and if it is not `waiting`. */
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
  /** The number of deliveries that are due by it. */
  readonly deliveries: number;
}

export interface WebhookReplayRequest {
  /** Events from then on are delivered again. */
  readonly since: string;
  /** Default undelivered. */
  readonly which?: 'undelivered' | 'all' | undefined;
}

export interface WebhookRequest {
  /** An https address. */
  readonly url: string;
  readonly events: readonly WebhookEventType[];
}

/** A secret of a webhook, `whsec_...`, which signs its messages. It is shown this once. */
export interface WebhookSecret {
  readonly secret: string;
}

/** The operations of the API. `{id}` of a path is an item's. */
export const OPERATIONS = {
  verify: { method: 'POST', path: '/v1/verify', takesKey: true },
  submit: { method: 'POST', path: '/v1/verify/batch', takesKey: true },
  preview: { method: 'POST', path: '/v1/verify/batch/preview', isReadOnly: true },
  list: { method: 'GET', path: '/v1/verify/tasks' },
  poll: { method: 'GET', path: '/v1/verify/tasks/{task_id}' },
  rows: { method: 'GET', path: '/v1/verify/tasks/{task_id}/rows' },
  changes: { method: 'GET', path: '/v1/verify/tasks/{task_id}/changes' },
  remove: { method: 'DELETE', path: '/v1/verify/tasks/{task_id}', goneCode: 'task_not_found' },
  cancel: { method: 'POST', path: '/v1/verify/tasks/{task_id}/cancel', takesKey: true },
  retry: { method: 'POST', path: '/v1/verify/tasks/{task_id}/retry', takesKey: true },
  events: { method: 'GET', path: '/v1/verify/tasks/{task_id}/events' },
  download: { method: 'GET', path: '/v1/verify/tasks/{task_id}/download' },
  createList: { method: 'POST', path: '/v1/lists', takesKey: true },
  listLists: { method: 'GET', path: '/v1/lists' },
  showList: { method: 'GET', path: '/v1/lists/{list_id}' },
  changeList: { method: 'PATCH', path: '/v1/lists/{list_id}' },
  removeList: { method: 'DELETE', path: '/v1/lists/{list_id}', goneCode: 'list_not_found' },
  listRuns: { method: 'GET', path: '/v1/lists/{list_id}/runs' },
  runList: { method: 'POST', path: '/v1/lists/{list_id}/runs', takesKey: true },
  listChanges: { method: 'GET', path: '/v1/lists/{list_id}/changes' },
  listSuppressions: { method: 'GET', path: '/v1/suppressions' },
  addSuppressions: { method: 'POST', path: '/v1/suppressions', takesKey: true },
  suppressFile: { method: 'POST', path: '/v1/suppressions/file', takesKey: true },
  removeSuppression: { method: 'POST', path: '/v1/suppressions/remove', takesKey: true },
  eraseNumber: { method: 'POST', path: '/v1/numbers/erase' },
  showAccount: { method: 'GET', path: '/v1/account' },
  credits: { method: 'GET', path: '/v1/credits' },
  creditEntries: { method: 'GET', path: '/v1/credits/entries' },
  createWebhook: { method: 'POST', path: '/v1/webhooks', takesKey: true },
  listWebhooks: { method: 'GET', path: '/v1/webhooks' },
  removeWebhook: { method: 'DELETE', path: '/v1/webhooks/{webhook_id}', goneCode: 'webhook_not_found' },
  replayWebhook: { method: 'POST', path: '/v1/webhooks/{webhook_id}/replay', takesKey: true },
  rotateWebhookSecret: { method: 'POST', path: '/v1/webhooks/{webhook_id}/secret', takesKey: true },
  listDeliveries: { method: 'GET', path: '/v1/webhooks/{webhook_id}/deliveries' },
  createToken: { method: 'POST', path: '/v1/tokens' },
  listTokens: { method: 'GET', path: '/v1/tokens' },
  removeToken: { method: 'DELETE', path: '/v1/tokens/{token_id}', goneCode: 'token_not_found' },
  register: { method: 'POST', path: '/v1/accounts', isOpen: true },
  describe: { method: 'GET', path: '/v1/openapi.json', isOpen: true },
} as const;

/** The JSON that each of them answers. */
export interface Replies {
  readonly verify: Verification;
  readonly submit: Submission;
  readonly preview: Preview;
  readonly list: TaskPage;
  readonly poll: Task;
  readonly rows: TaskRowPage;
  readonly changes: ChangesPage;
  readonly remove: undefined;
  readonly cancel: Task;
  readonly retry: Task;
  readonly events: unknown;
  readonly download: unknown;
  readonly createList: PhoneList;
  readonly listLists: PhoneLists;
  readonly showList: PhoneList;
  readonly changeList: PhoneList;
  readonly removeList: undefined;
  readonly listRuns: ListRuns;
  readonly runList: Submission;
  readonly listChanges: ChangesPage;
  readonly listSuppressions: SuppressionPage;
  readonly addSuppressions: AddedSuppressions;
  readonly suppressFile: SuppressedFile;
  readonly removeSuppression: RemovedSuppression;
  readonly eraseNumber: NumberErasure;
  readonly showAccount: AccountMark;
  readonly credits: Credits;
  readonly creditEntries: CreditEntryPage;
  readonly createWebhook: CreatedWebhook;
  readonly listWebhooks: WebhookList;
  readonly removeWebhook: undefined;
  readonly replayWebhook: WebhookReplay;
  readonly rotateWebhookSecret: WebhookSecret;
  readonly listDeliveries: DeliveryPage;
  readonly createToken: CreatedToken;
  readonly listTokens: TokenList;
  readonly removeToken: undefined;
  readonly register: Account;
  readonly describe: unknown;
}
