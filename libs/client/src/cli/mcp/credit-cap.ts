import { isDialproofError } from '../../dialproof-error.js';
import { CommandFailure, EXIT_CODES } from '../failures/failure.js';

/** The credits that an assistant may spend until the program ends. Whoever starts the program sets them. */
export class CreditCap {
  readonly #most: number;
  #spent = 0;
  /** Requests that spend go one after another, so that two at once cannot spend the same credits. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(most: number) {
    this.#most = most;
  }

  get left(): number {
    return this.#most - this.#spent;
  }

  /**
   * Runs a request that spends at most the credits that it is given, `wanted` of them or all that are left, and counts those that it says
   * it has spent. A request whose end is unknown counts in full. Credits that a task does not use are not given back here.
   */
  spend<Answer>(
    wanted: number | undefined,
    request: (most: number) => Promise<{ readonly answer: Answer; readonly spent: number }>,
  ): Promise<Answer> {
    const done = this.#last.then(async () => {
      const most = Math.min(wanted ?? this.left, this.left);
      if (most < 1) throw this.#refusal();
      try {
        const { answer, spent } = await request(most);
        this.#spent += spent;
        return answer;
      } catch (error) {
        if (!isRefused(error)) this.#spent += most;
        throw error;
      }
    });
    this.#last = done.catch(() => undefined);
    return done;
  }

  #refusal(): CommandFailure {
    const sentence =
      this.#most === 0 ? 'Nothing may be spent.' : `The ${this.#most} credits that may be spent are used up.`;
    return new CommandFailure(
      EXIT_CODES.credits,
      `${sentence} Only the user can allow more, by starting dialproof mcp with a higher --max-credits.`,
    );
  }
}

/** Whether a request has certainly spent nothing: the server refused it, or it was never sent. */
function isRefused(error: unknown): boolean {
  if (!isDialproofError(error)) return true;
  return error.status !== undefined && error.status < 500;
}
