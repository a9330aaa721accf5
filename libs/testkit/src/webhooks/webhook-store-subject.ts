import type { WebhookStore } from '@dialproof/core';
import type { KeepsTime } from '../runner/own-time.js';

/** The subject of a case: an empty store of its own. */
export interface WebhookStoreSubject extends KeepsTime {
  readonly store: WebhookStore;

  /**
   * For a store whose data outlive the object: closes this one and opens another over the same data. The subject's `close` then closes the
   * new one. Without this method, the cases continue with the same object.
   */
  reopen?(): Promise<WebhookStore>;
}
