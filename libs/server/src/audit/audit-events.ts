import type { AccountId, ErrorCode, Scope, TaskId } from '@dialproof/core';

/** The members of an entry besides its event, its account and its actor. */
export interface AuditDetails {
  /** The reason of a refused sign-in, or of a refused request to a webhook of an app. */
  readonly reason: ErrorCode;
  /** The path of a webhook of an app. */
  readonly hook: string;
  /** The public part of a token, which `account tokens` lists. It is not enough to sign in. */
  readonly tokenId: string;
  /** The public parts of the tokens that another one has replaced. */
  readonly replaces: readonly string[];
  /** The time until which these stay valid beside it; null if they are refused at once. */
  readonly keptUntil: Date | null;
  /** Null for all scopes. */
  readonly scopes: readonly Scope[] | null;
  /** Null for a token without an end. */
  readonly ends: Date | null;
  /** Null for a token without this cap. */
  readonly maxCreditsPerDay: number | null;
  /** Null for a token without this cap. */
  readonly maxCreditsPerTask: number | null;
  readonly credits: number;
  readonly task: TaskId;
  readonly tasks: number;
  readonly webhook: string;
  readonly accounts: number;
  readonly bytes: number;
  readonly observations: number;
  readonly port: number;
  /** The settings by their variables. None of them is a secret. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The variables of checkers and webhooks that are set, without their values, since these may be secrets. */
  readonly set: readonly string[];
}

/** Every event with its meaning and the members of its entries: the documented, closed list. */
export const AUDIT_EVENTS = {
  'sign_in.refused': {
    meaning: 'a request was refused at its sign-in, or for want of a scope',
    details: ['reason'],
  },
  'hook.refused': {
    meaning: 'a request to a webhook that records evidence had no valid signature or secret of the app',
    details: ['hook', 'reason'],
  },
  'account.created': { meaning: 'an account was opened, with its first token', details: ['credits'] },
  'account.suspended': {
    meaning: 'an account was suspended: its requests are refused, and its tasks wait',
    details: [],
  },
  'account.reinstated': { meaning: 'a suspension ended', details: [] },
  'account.exported': {
    meaning: 'all data of an account was written to files',
    details: ['tasks'],
  },
  'tasks.erased': {
    meaning: 'the ended tasks of an account were erased; the account follows when its other tasks have ended',
    details: ['tasks'],
  },
  'account.erased': { meaning: 'an account was erased, with its tasks', details: ['tasks'] },
  'token.issued': {
    meaning: 'the operator gave an account another token',
    details: ['tokenId', 'scopes', 'ends', 'maxCreditsPerDay', 'maxCreditsPerTask'],
  },
  'token.created': {
    meaning: 'an account created another token over the API, with no more rights than the token that asked',
    details: ['tokenId'],
  },
  'token.rotated': {
    meaning: 'a token replaced others',
    details: ['tokenId', 'replaces', 'keptUntil'],
  },
  'token.revoked': { meaning: 'a token was revoked', details: ['tokenId'] },
  'credits.granted': { meaning: 'an account got credits', details: ['credits'] },
  'result.downloaded': { meaning: 'the download of a result began', details: ['task'] },
  'task.deleted': { meaning: 'an account deleted a task', details: ['task'] },
  'tasks.cancelled': {
    meaning: 'the operator cancelled the unfinished tasks of an account',
    details: ['tasks'],
  },
  'task.erased': { meaning: 'the operator erased a task', details: ['task'] },
  'number.erased': { meaning: 'an account erased a number from its ended tasks', details: [] },
  'webhook.created': { meaning: 'a webhook was created, and its secret shown', details: ['webhook'] },
  'webhook.deleted': { meaning: 'a webhook was deleted', details: ['webhook'] },
  'webhook.secret_rotated': { meaning: 'a webhook got a new secret, which was shown', details: ['webhook'] },
  'evidence.forgotten': { meaning: 'the observations of a number were removed', details: [] },
  'evidence.expired': { meaning: 'old observations were removed', details: ['observations'] },
  'backup.made': { meaning: 'the database was copied', details: ['bytes'] },
  'restore.done': { meaning: 'a backup replaced the database', details: ['accounts', 'tasks'] },
  'database.moved': { meaning: 'the database was moved to another one', details: ['accounts', 'tasks'] },
  'settings.loaded': { meaning: 'the settings of a start', details: ['settings', 'set'] },
  'server.started': { meaning: 'the server listens', details: ['port'] },
  'server.stopped': { meaning: 'the server has shut down cleanly', details: [] },
  'audit.lost': { meaning: '`count` entries before this one could not be written', details: [] },
} as const satisfies Readonly<
  Record<string, { readonly meaning: string; readonly details: readonly (keyof AuditDetails)[] }>
>;

export type AuditEvent = keyof typeof AUDIT_EVENTS;

/** A `caller` asked over HTTP, an `operator` at the command line; the `server` did the rest by itself. */
export type AuditActor = 'caller' | 'operator' | 'server';

/** The members that an entry of any event may have. */
export interface AuditContext {
  readonly by: AuditActor;
  /** The account of the caller or of the change. Left out if none is known. */
  readonly account?: AccountId | undefined;
  /** The request's id, as in `x-request-id` and in the log. */
  readonly requestId?: string | undefined;
  /** The address of the caller. */
  readonly address?: string | undefined;
  /** The number of occurrences, if one entry stands for several, and the time of the first. */
  readonly count?: number | undefined;
  readonly since?: Date | undefined;
}

/** An entry of one event. */
export type AuditEntryOf<Event extends AuditEvent> = { readonly event: Event } & AuditContext &
  Pick<AuditDetails, (typeof AUDIT_EVENTS)[Event]['details'][number]>;

/** An entry of any event. */
export type AuditEntry = { [Event in AuditEvent]: AuditEntryOf<Event> }[AuditEvent];
