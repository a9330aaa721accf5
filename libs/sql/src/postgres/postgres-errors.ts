import { DialproofError } from '@dialproof/core';

/** Hints for PostgreSQL's conditions that mean "the storage does not work", by the beginning of their SQLSTATE. */
const OUTAGES: readonly (readonly [state: string, hint: string])[] = [
  ['08', 'the connection to the database has failed'],
  ['25006', 'the database may only be read: it is a standby, or is being moved'],
  ['25P03', 'this process stood still in the middle of a write, which the database has ended'],
  ['28', 'the database refuses the user or the password'],
  ['3D000', 'the database does not exist on its server'],
  ['3F000', 'the tables are not in the database: migrate it first'],
  ['42P01', 'the tables are not in the database: migrate it first'],
  ['40001', 'the database was too busy: writes side by side kept getting in the way of each other'],
  ['40P01', 'the database was too busy: writes side by side kept getting in the way of each other'],
  ['42501', 'the database does not allow this to its user: look at what it was granted'],
  ['53', 'the database server has run out of connections, memory or disk'],
  ['55P03', 'another process has kept rows of the database locked for too long'],
  ['57014', 'the database took too long'],
  ['57P', 'the database server is starting, stopping, or has ended the connection'],
  ['58', 'the database server reports errors of its machine'],
  ['XX', 'the database is damaged: look at the log of its server'],
];

/** The errors of Node and the driver for a lost connection. The driver gives most of its own errors no code. */
const LOST = [
  /^E(CONN|HOST|NET|TIMEDOUT|PIPE|AI_AGAIN|NOTFOUND|NOENT|ACCES)/,
  /^(DEPTH_ZERO_|SELF_SIGNED|CERT_|UNABLE_TO_|ERR_TLS|ERR_SSL)/,
] as const;
const LOST_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|timeout expired|timeout exceeded when trying to connect|Client was closed|The server does not support SSL)/;

/**
 * Turns an error of the driver into `storage_unavailable`, with the driver's own as its cause. It returns any other error as it is, such
 * as a mistake in a query.
 */
export function translatePostgresError(error: unknown): unknown {
  const hint = outageHint(error);
  return hint === undefined ? error : new DialproofError('storage_unavailable', { hint, cause: error });
}

/**
 * Turns every failure to connect into `storage_unavailable`: servers refuse connections for many reasons, and drivers fail in many ways
 * before the first query.
 */
export function translateRefusedConnection(error: unknown): DialproofError {
  const hint = outageHint(error) ?? 'the database server refuses connections';
  return new DialproofError('storage_unavailable', { hint, cause: error });
}

/** Whether the work failed by a conflict with others. None of its changes remain, and a retry may succeed. */
export function isConflict(error: unknown): boolean {
  const state = codeOf(error);
  return state === '40001' || state === '40P01';
}

/**
 * Whether the server lacks a prepared statement, or has it already, against what the driver knows: a pooler has passed the query to another
 * connection.
 */
export function isStatementLost(error: unknown): boolean {
  const state = codeOf(error);
  return state === '26000' || state === '42P05';
}

/**
 * Whether a migration has changed the columns of a statement since its connection prepared it. The code also stands for other things that
 * the server does not support. Those fail again without a prepared statement.
 */
export function isStatementOutdated(error: unknown): boolean {
  return codeOf(error) === '0A000';
}

/** Whether a connection is unusable after this error. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined && isSqlState(code)) return /^(08|57P|25P03)/.test(code);
  return isLost(error);
}

export function poolEnded(): DialproofError {
  return new DialproofError('storage_unavailable', { hint: 'the database has been closed' });
}

/** Node's own error for a connection without an answer. */
export function noAnswer(): Error {
  return Object.assign(new Error('the database server does not answer'), { code: 'ETIMEDOUT' });
}

function outageHint(error: unknown): string | undefined {
  const code = codeOf(error);
  if (code !== undefined && isSqlState(code)) return OUTAGES.find(([state]) => code.startsWith(state))?.[1];
  return isLost(error) ? 'the database server cannot be reached' : undefined;
}

function isLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return LOST.some((pattern) => pattern.test(code));
  return error instanceof Error && LOST_MESSAGES.test(error.message);
}

function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code);
}

// Tests only the code: `instanceof` fails if the host has its own copy of the driver.
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
