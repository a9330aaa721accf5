import type { Readable, Writable } from 'node:stream';
import type { DialproofClientOptions } from '../client-options.js';
import type { ServiceParts } from './local/local-service.js';

/** An output to a terminal, a file or a pipe. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** An input from a terminal, a file or a pipe. */
export type Input = Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };

/** The environment of the program: the process, or a test. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Aborted by Ctrl+C, with a `CommandFailure`. */
  readonly signal: AbortSignal;
  /** The folder of the settings. */
  readonly settingsFile: string;
  /** Options of its client besides the user's. */
  readonly client?: Pick<DialproofClientOptions, 'fetch' | 'clock'>;
  /** Parts for the service of `--local`, in place of those from the settings. */
  readonly service?: ServiceParts;
}
