import type { Host } from '../host.js';
import type { Server } from '../settings/open-server.js';
import type { CreditCap } from './credit-cap.js';
import type { SharedFolder } from './shared-folder.js';

/** The means of the tools. */
export interface ToolParts {
  readonly server: Server;
  readonly folder: SharedFolder;
  readonly cap: CreditCap;
  /** Whether answers may hold cells of a file. Its numbers stay out of the conversation without it. */
  readonly showsNumbers: boolean;
  readonly host: Host;
}

/** A call of a tool. */
export interface ToolCall extends ToolParts {
  /** Aborted when the assistant cancels the call. */
  readonly signal: AbortSignal;
  readonly onProgress: (rows: number, total: number) => Promise<void>;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Whether a call changes nothing, neither at the server nor on the disk. */
  readonly kind: 'reads' | 'writes';
  /** JSON Schema of the arguments, which are checked before `run` gets them. */
  readonly input: { readonly properties: Readonly<Record<string, object>>; readonly required?: string[] };
  /** Rejects with a `CommandFailure` or a `DialproofError`, which the assistant gets. */
  run(given: Readonly<Record<string, unknown>>, call: ToolCall): Promise<object>;
}

export const text = (description: string) => ({ type: 'string', description });
export const oneOf = (words: readonly string[], description: string) => ({
  type: 'string',
  enum: [...words],
  description,
});
export const someOf = (words: readonly string[], description: string) => ({
  type: 'array',
  items: { type: 'string', enum: [...words] },
  minItems: 1,
  uniqueItems: true,
  description,
});
