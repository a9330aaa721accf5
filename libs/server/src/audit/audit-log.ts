import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
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

// Nonblocking if it is a pipe: one without a reader, or with a slow one, must not block the server.
const SHARED_FLAGS = constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);
/** For its owner only. An existing file keeps its mode: the operator may let others read it. */
const MODE = 0o600;
const LINE_END = 10;

/**
 * A file to which each line is appended by one write, so that several processes may write it. It is written at once and not from a queue,
 * so recorded entries survive a kill. A line takes microseconds, while each request that changes something waits for the database's disk
 * anyway. If the file was moved away or deleted, as in a rotation, the next line creates a new one. A full disk or a power cut may cut a
 * line off. The next line begins a new one, whichever process writes it.
 */
export class AuditFile implements AuditSink {
  readonly #path: string;
  #descriptor: number | undefined;
  /**
   * Whether this process has written its last line incompletely. For outputs that cannot be read: pipes, and files that this user may only
   * write.
   */
  #hasCutOff = false;

  private constructor(path: string) {
    this.#path = path;
  }

  /** Throws the system's error when the file cannot be opened for writing. */
  static open(path: string): AuditFile {
    const file = new AuditFile(path);
    file.#current();
    return file;
  }

  /** Throws the system's error when the line could not be written as a whole. */
  append(line: string): void {
    let bytes: Buffer;
    let written = 0;
    try {
      const descriptor = this.#current();
      bytes = Buffer.from(this.#endsInALine(descriptor) ? line : `\n${line}`);
      written = writeSync(descriptor, bytes);
    } catch (error) {
      this.close();
      throw error;
    }
    this.#hasCutOff = written < bytes.length;
    if (this.#hasCutOff) throw new Error(`${written} of ${bytes.length} bytes of an entry were written`);
  }

  /** Safe twice. */
  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  /** The descriptor of the file that has the path now. */
  #current(): number {
    if (this.#descriptor !== undefined && !hasPath(this.#descriptor, this.#path)) this.close();
    this.#descriptor ??= openToAppend(this.#path);
    return this.#descriptor;
  }

  /** Whether a line may begin where the file ends. Looked up each time, since another process may have cut its line off. */
  #endsInALine(descriptor: number): boolean {
    const stats = fstatSync(descriptor);
    const last = stats.isFile() ? lastByte(descriptor, stats) : undefined;
    if (last === undefined) return !this.#hasCutOff;
    return last === LINE_END;
  }
}

/** Readable if allowed, to read its last byte. A pipe must not be readable here, or it would never lack a reader. */
function openToAppend(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isFile()) {
    try {
      return openSync(path, constants.O_RDWR | SHARED_FLAGS, MODE);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EACCES' && code !== 'EPERM') throw error;
    }
  }
  return openSync(path, constants.O_WRONLY | SHARED_FLAGS, MODE);
}

/** An empty file ends in a line. Undefined for one that may not be read. */
function lastByte(descriptor: number, { size }: Stats): number | undefined {
  if (size === 0) return LINE_END;
  const byte = Buffer.alloc(1);
  try {
    return readSync(descriptor, byte, 0, 1, size - 1) === 1 ? byte[0] : LINE_END;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EBADF') return undefined;
    throw error;
  }
}

function hasPath(descriptor: number, path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  const opened = fstatSync(descriptor);
  return found !== undefined && found.ino === opened.ino && found.dev === opened.dev;
}
