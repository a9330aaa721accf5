import { parsed, type UpstreamReply } from '../upstream/upstream.js';
import type { Refusal } from '../upstream/upstream-failure.js';
import type { ReadDescription } from './description.js';
import type { Outcome } from './description-fields.js';
import { valueAt, wordOf } from './json-path.js';

/** What a rule says of a reply. */
export interface MatchedRefusal {
  readonly means: Refusal | Outcome;
  /** The value in the reply at the rule's `path`; undefined for a rule without a path. */
  readonly word: string | undefined;
  readonly retryAfterMs: number | undefined;
}

/** The first of the refusals of a description that matches a reply. */
export function refusalIn(reply: UpstreamReply, { refusals }: ReadDescription): MatchedRefusal | undefined {
  const body = parsed(reply.text);
  for (const { httpStatus, means, path, retryAfterSeconds, values } of refusals) {
    const word = path === undefined ? undefined : wordOf(valueAt(body, path));
    const fits = values === undefined || (word !== undefined && values.includes(word));
    if (fits && (httpStatus === undefined || httpStatus.includes(reply.status))) {
      const seconds = retryAfterSeconds === undefined ? Number.NaN : Number(valueAt(body, retryAfterSeconds));
      return { means, word, retryAfterMs: seconds >= 0 ? seconds * 1_000 : reply.retryAfterMs };
    }
  }
  return undefined;
}
