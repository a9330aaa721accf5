import type { Settings } from '../settings/settings.js';
import type { AuditContext, AuditEntryOf, AuditEvent } from './audit-events.js';
import { openAuditLog } from './open-audit-log.js';

/** What an operator did. */
export type OperatorEntry = {
  [Event in AuditEvent]: Omit<AuditEntryOf<Event>, keyof AuditContext> & Pick<AuditContext, 'account'>;
}[AuditEvent];

export type RecordAction = (entry: OperatorEntry) => void;

/**
 * Runs a command with the audit log that the server writes too. Rejects with StartRefusal, before anything is done, when it cannot be
 * written. What was done stays done where its entry cannot be written later: a sentence on stderr says so.
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
