import type { AccountId, ErrorCode, Scope, TaskId } from '@dialproof/core';

/** What an entry may tell beside its event, its account and who acted. */
export interface AuditDetails {
  /** Why a sign-in, or a request to a webhook of an app, was refused. */
  readonly reason: ErrorCode;
  /** The path of a webhook of an app. */
  readonly hook: string;
  /** The public part of a token, which `account tokens` lists. It is not enough to sign in. */
  readonly tokenId: string;
  /** The public parts of the tokens that another one has replaced. */
  readonly replaces: readonly string[];
  /** Until when these stay good beside it; null where they are refused at once. */
  readonly keptUntil: Date | null;
  /** Null for all of them. */
  readonly scopes: readonly Scope[] | null;
  /** Null for a token without an end. */
  readonly ends: Date | null;
  readonly credits: number;
  readonly task: TaskId;
  readonly tasks: number;
  readonly webhook: string;
  readonly accounts: number;
  readonly bytes: number;
  readonly observations: number;
  readonly port: number;
  /** By their variables. None of them is a secret. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The variables of checkers and webhooks that are set, without their values, since these may be secrets. */
  readonly set: readonly string[];
}

/** Every event with its meaning and with what its entries tell: the documented, closed list. */
export const AUDIT_EVENTS = {
  'sign_in.refused': {
    meaning: 'a request was refused before anything else about it was judged',
    details: ['reason'],
  },
  'hook.refused': {
    meaning:
      'a request to a webhook that records evidence had no signature or secret of the app, or a wrong one',
    details: ['hook', 'reason'],
  },
  'account.created': { meaning: 'an account was opened, with its first token', details: ['credits'] },
  'account.suspended': { meaning: 'all requests of an account are refused from now on', details: [] },
  'account.reinstated': { meaning: 'a suspension ended', details: [] },
  'account.exported': {
    meaning: 'everything that is kept of an account was written to files',
    details: ['tasks'],
  },
  'account.erased': { meaning: 'an account was erased, with its tasks', details: ['tasks'] },
  'token.issued': {
    meaning: 'the operator gave an account a further token',
    details: ['tokenId', 'scopes', 'ends'],
  },
  'token.created': {
    meaning: 'an account made a further token over the API, good for no more than the token that asked',
    details: ['tokenId'],
  },
  'token.rotated': {
    meaning: 'a token took the place of others',
    details: ['tokenId', 'replaces', 'keptUntil'],
  },
  'token.revoked': { meaning: 'a token is refused from now on', details: ['tokenId'] },
  'credits.granted': { meaning: 'an account got credits', details: ['credits'] },
  'result.downloaded': { meaning: 'the download of a result began', details: ['task'] },
  'task.deleted': { meaning: 'an account deleted a task', details: ['task'] },
  'task.erased': { meaning: 'the operator erased a task', details: ['task'] },
  'webhook.created': { meaning: 'a webhook was made, and its secret shown', details: ['webhook'] },
  'webhook.deleted': { meaning: 'a webhook was deleted', details: ['webhook'] },
  'webhook.secret_rotated': { meaning: 'a webhook got a new secret, which was shown', details: ['webhook'] },
  'evidence.forgotten': { meaning: 'the observations of a number were removed', details: [] },
  'evidence.expired': { meaning: 'old observations were removed', details: ['observations'] },
  'backup.made': { meaning: 'the database was copied', details: ['bytes'] },
  'restore.done': { meaning: 'a backup took the place of the database', details: ['accounts', 'tasks'] },
  'database.moved': { meaning: 'the database was moved to another one', details: ['accounts', 'tasks'] },
  'settings.loaded': { meaning: 'the settings of a start', details: ['settings', 'set'] },
  'server.started': { meaning: 'the server listens', details: ['port'] },
  'server.stopped': { meaning: 'the server has ended in an orderly way', details: [] },
  'audit.lost': { meaning: '`count` entries before this one could not be written', details: [] },
} as const satisfies Readonly<
  Record<string, { readonly meaning: string; readonly details: readonly (keyof AuditDetails)[] }>
>;

export type AuditEvent = keyof typeof AUDIT_EVENTS;

/** A `caller` asked over HTTP, an `operator` at the command line; the `server` did the rest by itself. */
export type AuditActor = 'caller' | 'operator' | 'server';

/** What an entry of any event may have. */
export interface AuditContext {
  readonly by: AuditActor;
  /** Where one is known. */
  readonly account?: AccountId | undefined;
  /** That of the request, as `x-request-id` and the log have it. */
  readonly requestId?: string | undefined;
  /** Where the request came from. */
  readonly address?: string | undefined;
  /** How many times it happened, where one entry stands for several; and since when. */
  readonly count?: number | undefined;
  readonly since?: Date | undefined;
}

/** An entry of one event. */
export type AuditEntryOf<Event extends AuditEvent> = { readonly event: Event } & AuditContext &
  Pick<AuditDetails, (typeof AUDIT_EVENTS)[Event]['details'][number]>;

/** An entry of any event. */
export type AuditEntry = { [Event in AuditEvent]: AuditEntryOf<Event> }[AuditEvent];
