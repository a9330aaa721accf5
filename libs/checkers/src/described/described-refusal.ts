import { parsed, type Upstream, type UpstreamReply } from '../upstream/upstream.js';
import type { ReadDescription } from './description.js';
import { valueAt, wordOf } from './json-path.js';

/** Maps a reply to an error by the refusals of a description; undefined if none of them matches. */
export function refusalIn(
  reply: UpstreamReply,
  { refusals }: ReadDescription,
  upstream: Upstream,
): Error | undefined {
  const body = parsed(reply.text);
  for (const { httpStatus, means, path, retryAfterSeconds, values } of refusals) {
    const word = path === undefined ? undefined : wordOf(valueAt(body, path));
    const fits = values === undefined || (word !== undefined && values.includes(word));
    if (fits && (httpStatus === undefined || httpStatus.includes(reply.status))) {
      const seconds = retryAfterSeconds === undefined ? Number.NaN : Number(valueAt(body, retryAfterSeconds));
      const retryAfterMs = seconds >= 0 ? seconds * 1_000 : reply.retryAfterMs;
      return upstream.refused({ ...reply, retryAfterMs }, word, means);
    }
  }
  return undefined;
}
