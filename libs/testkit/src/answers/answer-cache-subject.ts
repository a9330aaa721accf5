import type { AnswerCache } from '@dialproof/core';
import type { Closable } from '../runner/test-runner.js';

/** The subject of a case: an empty cache of its own, which keeps at least 4,000 numbers. */
export interface AnswerCacheSubject extends Closable {
  readonly cache: AnswerCache;
  /**
   * For a cache whose data outlive the object: closes this object and opens another over the same data. The subject's `close` then closes
   * the new one. Without this method, the cases continue with the same object.
   */
  reopen?(): Promise<AnswerCache>;
}
