import { resolve } from 'node:path';
import type { Settings } from '../settings/settings.js';
import { StartRefusal } from '../settings/start-refusal.js';
import type { AuditContext, AuditEntryOf, AuditEvent } from './audit-events.js';
import { AuditFile } from './audit-file.js';
import { type AuditLog, type AuditSink, createAuditLog } from './audit-log.js';

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
export function openAuditLog(
  { auditLog, dataDirectory }: Pick<Settings, 'auditLog' | 'dataDirectory'>,
  { onFailure, stderr }: AuditOutput,
): AuditLog {
  return createAuditLog({ sink: sinkOf(auditLog, dataDirectory, stderr), onFailure });
}

function sinkOf(auditLog: string, dataDirectory: string, stderr: AuditOutput['stderr']): AuditSink {
  if (auditLog === OFF) return { append: () => {}, close: () => {} };
  if (auditLog === STDERR) return { append: (line) => void stderr.write(line), close: () => {} };
  const path = resolve(dataDirectory, auditLog);
  try {
    return AuditFile.open(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new StartRefusal(
      code === 'ENOENT'
        ? `There is no folder for the audit log ${path}: look at DIALPROOF_DATA_DIR and DIALPROOF_AUDIT_LOG.`
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
  try {
    return await use((entry) => audit.record({ ...entry, by: 'operator' }));
  } finally {
    audit.close();
  }
}
