import type { LastingAccess } from './lasting-access.js';

/** The same content, for as long as the caller may have it. This is confirmed every `everyMs` of the transfer, which fails when it is not. */
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

/** An upload that is complete only if its caller may still send it at its end. */
export class AllowedUpload implements AsyncIterable<Uint8Array> {
  readonly #content: AsyncIterable<Uint8Array>;
  readonly #access: LastingAccess;
  #refusal: unknown;

  constructor(content: AsyncIterable<Uint8Array>, access: LastingAccess) {
    this.#content = content;
    this.#access = access;
  }

  /** The reason of its refusal at its end. */
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
