import type { LastingAccess } from './sign-in.js';

/** The same content, as long as the caller keeps its access. The access is confirmed every `everyMs`; the transfer fails if it is lost. */
export function whileAllowed(
  content: AsyncIterable<Uint8Array>,
  { clock, confirm }: LastingAccess,
  everyMs: number,
): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const pieces = content[Symbol.asyncIterator]();
      let confirmedAt = clock.elapsed();
      const leave = async () => (await pieces.return?.()) ?? { done: true as const, value: undefined };
      return {
        async next() {
          if (clock.elapsed() - confirmedAt >= everyMs) {
            try {
              await confirm();
            } catch (error) {
              await leave();
              throw error;
            }
            confirmedAt = clock.elapsed();
          }
          return pieces.next();
        },
        return: leave,
      };
    },
  };
}

/** An upload that ends only if its caller still has access at its end. */
export class AllowedUpload implements AsyncIterable<Uint8Array> {
  readonly #content: AsyncIterable<Uint8Array>;
  readonly #access: LastingAccess;
  #refusal: unknown;

  constructor(content: AsyncIterable<Uint8Array>, access: LastingAccess) {
    this.#content = content;
    this.#access = access;
  }

  /** The reason if the access was lost. */
  get refusal(): unknown {
    return this.#refusal;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    yield* this.#content;
    try {
      await this.#access.confirm();
    } catch (error) {
      this.#refusal = error;
      throw error;
    }
  }
}
