import type { Log } from '../log/logging.js';
import { DATABASE_URL, REDIS_URL } from '../settings/service-addresses.js';
import { SETTING_VARIABLES, type Settings } from '../settings/settings.js';
import type { AuditEntryOf } from './audit-events.js';
import type { AuditLog } from './audit-log.js';
import { type BoundedEntries, boundedEntries } from './bounded-entries.js';
import { type AuditOutput, openAuditLog } from './open-audit-log.js';

/** The audit log of a server that runs. */
export interface ServerAudit extends AuditLog {
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
      audit.close();
    },
  };
}

function settingsEntry(settings: Settings): AuditEntryOf<'settings.loaded'> {
  // The table has exactly the settings of the server.
  const names = Object.keys(SETTING_VARIABLES) as (keyof typeof SETTING_VARIABLES)[];
  return {
    event: 'settings.loaded',
    by: 'server',
    settings: Object.fromEntries(names.map((name) => [SETTING_VARIABLES[name].variable, settings[name]])),
    set: [
      ...(settings.databaseUrl === null ? [] : [DATABASE_URL.name]),
      ...(settings.redisUrl === null ? [] : [REDIS_URL.name]),
      ...Object.keys(settings.secretSettings),
    ],
  };
}
