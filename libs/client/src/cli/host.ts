import type { Readable, Writable } from 'node:stream';
import type { DialproofClientOptions } from '../client-options.js';
import type { ServiceParts } from './local/local-service.js';

/** What writes to a terminal, a file or a pipe. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** What reads from a terminal, a file or a pipe. */
export type Input = Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };

/** What the program runs in: the process, or a test. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Aborted by Ctrl+C, with a `CommandFailure`. */
  readonly signal: AbortSignal;
  /** Where the settings are kept. */
  readonly settingsFile: string;
  /** What its client is made with, besides what is its user's. */
  readonly client?: Pick<DialproofClientOptions, 'fetch' | 'clock'>;
  /** What the service of `--local` is made with, in place of what the settings make. */
  readonly service?: ServiceParts;
}
