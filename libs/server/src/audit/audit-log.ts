import { type Clock, systemClock } from '@dialproof/core';
import type { AuditContext, AuditEntry, AuditEvent } from './audit-events.js';

/** Takes finished lines. Throws for one that it could not write; later ones may succeed. */
export interface AuditSink {
  append(line: string): void;
  close(): void;
}

/** One entry for several that were counted. It has the context alone. */
export type CountedEntry = { readonly event: AuditEvent } & AuditContext & {
    readonly count: number;
    readonly since: Date;
  };

/** Records events. */
export interface AuditLog {
  /** Writes an entry at once. Never throws: an action is not undone if it cannot be recorded. */
  record(entry: AuditEntry | CountedEntry): void;
  close(): void;
}

export interface AuditLogParts {
  readonly sink: AuditSink;
  /** Called with the cause when entries begin to be lost. */
  readonly onFailure: (error: unknown) => void;
  readonly clock?: Clock;
}

/** Entries as JSON, one a line. If some cannot be written, the next written entry follows one with the number of missing ones. */
export function createAuditLog({ sink, onFailure, clock = systemClock }: AuditLogParts): AuditLog {
  let lost = 0;

  const lineOf = (entry: object) => lineOfEntry(clock.now(), entry);
  return {
    record(entry) {
      try {
        if (lost > 0) sink.append(lineOf({ event: 'audit.lost', by: 'server', count: lost }));
        lost = 0;
        sink.append(lineOf(entry));
      } catch (error) {
        lost += 1;
        if (lost === 1) onFailure(error);
      }
    },
    close() {
      sink.close();
    },
  };
}

/** Member names in snake_case, as on the wire; values unchanged. Undefined members are left out. */
function lineOfEntry(now: number, entry: object): string {
  const members = Object.entries(entry).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  return `${JSON.stringify({ time: new Date(now).toISOString(), ...Object.fromEntries(members) })}\n`;
}
