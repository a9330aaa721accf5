import { isDialproofError } from '@dialproof/client';
import { useRef } from 'preact/hooks';

/** Sends a request under its key. A server that keeps no keys refuses each one before anything is done: it gets the request without. */
export async function withKey<Answer>(
  key: string | undefined,
  send: (key: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send(key);
  } catch (error) {
    if (key === undefined || !isDialproofError(error, 'not_supported')) throw error;
    return await send(undefined);
  }
}

/** A POST whose answer may have been lost. The same request again goes under the same key, so that it is done once. */
export class UnansweredPost {
  #request = '';
  #idempotencyKey: string | undefined;

  /** Sends a request. `request`: its whole content, to distinguish a repeat from another request. */
  async send<Answer>(
    request: string,
    post: (options: { readonly idempotencyKey: string | undefined }) => Promise<Answer>,
  ): Promise<Answer> {
    if (request !== this.#request) this.#idempotencyKey = undefined;
    this.#request = request;
    try {
      const answer = await withKey(this.#idempotencyKey, (idempotencyKey) => post({ idempotencyKey }));
      this.#idempotencyKey = undefined;
      return answer;
    } catch (error) {
      // There is one if it is unknown whether the request was done.
      if (isDialproofError(error)) this.#idempotencyKey = error.idempotencyKey ?? this.#idempotencyKey;
      throw error;
    }
  }
}

/** One for as long as a part of the page is shown. */
export function useUnansweredPost(): UnansweredPost {
  const post = useRef<UnansweredPost | undefined>(undefined);
  post.current ??= new UnansweredPost();
  return post.current;
}
