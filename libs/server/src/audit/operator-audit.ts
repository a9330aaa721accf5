import type { Settings } from '../settings/settings.js';
import type { AuditContext, AuditEntryOf, AuditEvent } from './audit-events.js';
import { openAuditLog } from './open-audit-log.js';

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
