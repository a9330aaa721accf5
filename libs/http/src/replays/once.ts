import type { HttpReply } from '../message/http-message.js';
import type { HashedContent } from '../uploads/hashed-content.js';

/** How a request with a key is answered. */
export interface Attempt {
  /**
   * The same for each attempt at the request until it is answered, and unlike that of any other. Whatever is made under a name that comes
   * from it and from the account is made once, also by a process that does not know of an earlier one, which was killed.
   */
  readonly requestId: string;
  /** Whether an earlier attempt was begun and not heard of again, so that some of its work may be done. */
  readonly wasBegun: boolean;
  /**
   * Is aborted when the lease is lost: this process stood still for so long that another one answers the request now. What has not begun yet
   * is not begun any more.
   */
  readonly signal: AbortSignal;
}

/** Does what a request asks for. Without a key, `attempt` is undefined. */
export type Work = (attempt: Attempt | undefined) => Promise<HttpReply>;

/** A member of a JSON reply that is not kept, since it must be gone when what it tells of is deleted. */
export interface WithheldMember {
  readonly name: string;
  /** Finds its value again for a repeat. What it rejects with is what the repeat is refused with. */
  find(): Promise<unknown>;
}

/** What a request asks for, beside its operation and the item in its path, and what of its reply is kept. */
export interface JsonPayload {
  /** Its body as it was understood. Default: it has none. */
  readonly asked?: unknown;
  /** Default: all of the reply is kept. */
  readonly withheld?: WithheldMember;
}

/** A file, with what is asked about it. */
export interface FilePayload {
  readonly asked: unknown;
  readonly content: HashedContent;
  /** Waits for a turn among the files that are read at once, and resolves to what ends it: a repeat only reads its file, to compare it. */
  turn(): Promise<() => void>;
}

/**
 * Has a request done once, however often it comes, and resolves to its reply or to that with which it was answered before. Codes:
 * `request_in_progress`, `idempotency_key_reused` (the earlier request asked for something else), `too_many_requests` (the account has
 * as many keys as it may), and those of `work`, of which nothing is remembered.
 */
export interface Once {
  answer(work: Work, payload?: JsonPayload): Promise<HttpReply>;
  answerFile(work: Work, payload: FilePayload): Promise<HttpReply>;
}

/** A request without a key is done as often as it comes. */
export const EVERY_TIME: Once = {
  answer: (work) => work(undefined),
  answerFile: (work) => work(undefined),
};
