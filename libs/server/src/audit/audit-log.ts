import { closeSync, constants, openSync, readSync, statSync, writeFileSync } from 'node:fs';
import { type Clock, systemClock } from '@dialproof/core';
import type { AuditContext, AuditEntry, AuditEvent } from './audit-events.js';

/** Takes finished lines. Throws for one that it could not write; later ones may succeed. */
export interface AuditSink {
  append(line: string): void;
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
}

interface AuditLogParts {
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
  };
}

/** Member names in snake_case, as on the wire; values unchanged. Undefined members are left out. */
function lineOfEntry(now: number, entry: object): string {
  const members = Object.entries(entry).map(([name, value]) => [inSnakeCase(name), value]);
  return `${JSON.stringify({ time: new Date(now).toISOString(), ...Object.fromEntries(members) })}\n`;
}

/** The name of a member as written in the audit log and in exports: `taskId` becomes `task_id`. */
export function inSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

// Nonblocking if it is a pipe: one without a reader, or with a slow one, must not block the server.
const FLAGS = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);
/** For its owner only. An existing file keeps its mode: the operator may let others read it. */
const MODE = 0o600;

/**
 * A file that is opened for each line, and appended to by one write: several processes may write it, a rotation needs no signal, and
 * recorded entries survive a kill. That takes microseconds, while each request that changes something waits for the database's disk
 * anyway.
 */
export class AuditFile implements AuditSink {
  readonly #path: string;
  /** Whether the last line may be there in part. */
  #mayBeCutOff = false;

  private constructor(path: string) {
    this.#path = path;
  }

  /** Ends a line that a power cut has left unended. Throws the system's error when the file cannot be opened for writing. */
  static open(path: string): AuditFile {
    const file = new AuditFile(path);
    file.#write(endsUnended(path) ? '\n' : '');
    return file;
  }

  /** Throws the system's error when the line could not be written as a whole. */
  append(line: string): void {
    this.#write(this.#mayBeCutOff ? `\n${line}` : line);
  }

  #write(text: string): void {
    const descriptor = openSync(this.#path, FLAGS, MODE);
    try {
      this.#mayBeCutOff = true;
      writeFileSync(descriptor, text);
      this.#mayBeCutOff = false;
    } finally {
      closeSync(descriptor);
    }
  }
}

/** Whether it is a file whose last byte ends no line. False for one that cannot be read. */
function endsUnended(path: string): boolean {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file === undefined || !file.isFile() || file.size === 0) return false;
  try {
    const descriptor = openSync(path, constants.O_RDONLY);
    try {
      const last = Buffer.alloc(1);
      readSync(descriptor, last, 0, 1, file.size - 1);
      return last.toString() !== '\n';
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false;
  }
}
