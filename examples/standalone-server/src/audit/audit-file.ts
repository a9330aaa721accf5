import { closeSync, constants, fstatSync, openSync, statSync, writeSync } from 'node:fs';
import type { AuditSink } from './audit-log.js';

// Not waiting where it is a pipe: one without a reader, or with a slow one, must not hold the server up.
const FLAGS = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);
/** For its owner alone. A file that is there keeps its mode: the operator may let others read it. */
const MODE = 0o600;

/**
 * A file to which each line is appended by one write, so that several processes may write it. It is written at once and not from a queue:
 * what was recorded outlives a kill, and a line takes microseconds, while each request that changes something waits for the database's
 * disk anyway. When the file was moved away or deleted, as logs are rotated, the next line opens it anew.
 */
export class AuditFile implements AuditSink {
  readonly #path: string;
  #descriptor: number | undefined;
  /** Whether a part of a line was written, so that the next one has to begin behind it. */
  #isTorn = false;

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
    const bytes = Buffer.from(this.#isTorn ? `\n${line}` : line);
    let written = 0;
    try {
      written = writeSync(this.#current(), bytes);
    } catch (error) {
      this.close();
      throw error;
    }
    this.#isTorn = written < bytes.length;
    if (this.#isTorn) throw new Error(`${written} of ${bytes.length} bytes of an entry were written`);
  }

  /** Safe twice. */
  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  /** The descriptor of the file that has the path now. */
  #current(): number {
    if (this.#descriptor !== undefined && !hasPath(this.#descriptor, this.#path)) this.close();
    this.#descriptor ??= openSync(this.#path, FLAGS, MODE);
    return this.#descriptor;
  }
}

function hasPath(descriptor: number, path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  const opened = fstatSync(descriptor);
  return found !== undefined && found.ino === opened.ino && found.dev === opened.dev;
}
