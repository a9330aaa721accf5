import { resolve } from 'node:path';
import type { Log } from '../log.js';
import { ANSWERS_KEY, DATABASE_URL, REDIS_URL, StartRefusal } from '../settings/setting-variable.js';
import { SETTING_VARIABLES, type Settings } from '../settings/settings.js';
import type { AuditContext, AuditEntryOf, AuditEvent } from './audit-events.js';
import { AuditFile, type AuditLog, type AuditSink, createAuditLog } from './audit-log.js';
import { type BoundedEntries, boundedEntries } from './caller-entries.js';

/** Stands for stderr instead of a file. */
const STDERR = '-';
const OFF = 'off';

export interface AuditOutput {
  /** Takes the entries that go to stderr. */
  readonly stderr: { write(line: string): unknown };
  /** Called when entries begin to be lost. */
  readonly onFailure: (error: unknown) => void;
}

/** Opens the audit log of the settings. Throws StartRefusal for a file that cannot be written. */
function openAuditLog(
  { auditLog, dataDirectory }: Pick<Settings, 'auditLog' | 'dataDirectory'>,
  { onFailure, stderr }: AuditOutput,
): AuditLog {
  return createAuditLog({ sink: sinkOf(auditLog, dataDirectory, stderr), onFailure });
}

function sinkOf(auditLog: string, dataDirectory: string, stderr: AuditOutput['stderr']): AuditSink {
  if (auditLog === OFF) return { append: () => {} };
  if (auditLog === STDERR) return { append: (line) => void stderr.write(line) };
  const path = resolve(dataDirectory, auditLog);
  try {
    return AuditFile.open(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new StartRefusal(
      code === 'ENOENT'
        ? `There is no folder for the audit log ${path}: check DIALPROOF_DATA_DIR and DIALPROOF_AUDIT_LOG.`
        : `The audit log ${path} cannot be written (${code}). Choose another file, - for stderr, or off: DIALPROOF_AUDIT_LOG=<file>`,
    );
  }
}

/** An action of an operator. */
export type OperatorEntry = {
  [Event in AuditEvent]: Omit<AuditEntryOf<Event>, keyof AuditContext> & Pick<AuditContext, 'account'>;
}[AuditEvent];

export type RecordAction = (entry: OperatorEntry) => void;

/**
 * Runs a command with the server's audit log. Rejects with StartRefusal, before anything is done, if the log cannot be written. An action
 * whose entry cannot be written later is not undone; a sentence on stderr says so.
 */
export async function withOperatorAudit<Result>(
  settings: Pick<Settings, 'auditLog' | 'dataDirectory'>,
  use: (record: RecordAction) => Promise<Result>,
): Promise<Result> {
  const onFailure = (error: unknown) =>
    console.error(`The audit log could not be written: ${error instanceof Error ? error.message : error}`);
  const audit = openAuditLog(settings, { stderr: process.stderr, onFailure });
  return await use((entry) => audit.record({ ...entry, by: 'operator' }));
}

/** The audit log of a server that runs. */
interface ServerAudit extends AuditLog {
  /** Records the actions of callers. */
  readonly callers: Pick<BoundedEntries, 'record'>;
  /** Records the start. */
  started(port: number): void;
  /** Records counted entries, and the end of a started server. Safe twice. */
  close(): void;
}

/** Throws StartRefusal when the file of the settings cannot be written. */
export function openServerAudit(
  settings: Settings,
  { log, stderr = process.stderr }: { readonly log: Log; readonly stderr?: AuditOutput['stderr'] },
): ServerAudit {
  const onFailure = (error: unknown) => log.error({ error }, 'entries of the audit log are lost');
  const audit = openAuditLog(settings, { stderr, onFailure });
  const callers = boundedEntries(audit);
  let isRunning = false;
  return {
    callers,
    record: (entry) => audit.record(entry),
    started(port) {
      isRunning = true;
      audit.record(settingsEntry(settings));
      audit.record({ event: 'server.started', by: 'server', port });
    },
    close() {
      callers.close();
      if (isRunning) audit.record({ event: 'server.stopped', by: 'server' });
      isRunning = false;
    },
  };
}

function settingsEntry(settings: Settings): AuditEntryOf<'settings.loaded'> {
  return {
    event: 'settings.loaded',
    by: 'server',
    settings: Object.fromEntries(SETTING_VARIABLES.map(({ name, variable }) => [variable, settings[name]])),
    set: [
      ...(settings.databaseUrl === null ? [] : [DATABASE_URL.name]),
      ...(settings.redisUrl === null ? [] : [REDIS_URL.name]),
      ...(settings.answersKey === null ? [] : [ANSWERS_KEY.name]),
      ...Object.keys(settings.secretSettings),
    ],
  };
}
