import type { UpstreamReply } from './upstream.js';

/** The start data of a service's process, as JSON on its command line. */
export interface ProcessSetting {
  /** The index of its plan in the list. */
  readonly plan: number;
  /** The folder of its database. */
  readonly folder: string;
  /** The file that it is to submit; null: it was submitted by an earlier process. */
  readonly submit: string | null;
}

/** From the process to the drill. */
export type ProcessMessage =
  | { readonly kind: 'call'; readonly id: number; readonly numbers: readonly string[] }
  | { readonly kind: 'submitted'; readonly taskId: string }
  | { readonly kind: 'unexpected'; readonly report: string };

/** From the drill to the process: the reply to a call. */
export interface CallReply {
  readonly id: number;
  readonly reply: UpstreamReply;
}
