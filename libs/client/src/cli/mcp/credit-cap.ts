import { isDialproofError } from '../../dialproof-error.js';
import { CommandFailure, EXIT_CODES } from '../failures/failure.js';

/** The credits that an assistant may spend until the program ends. Whoever starts the program sets them. */
export class CreditCap {
  #creditsLeft: number;

  constructor(maxCredits: number) {
    this.#creditsLeft = maxCredits;
  }

  get creditsLeft(): number {
    return this.#creditsLeft;
  }

  /**
   * Makes a request that spends at most these credits, or rejects without making it if they are more than are left. They count from before
   * the request, so that two at once cannot spend the same credits, and come back only if the server has refused it: a request that was
   * lost or cancelled may have been done.
   */
  async spend<Answer>(credits: number, request: () => Promise<Answer>): Promise<Answer> {
    if (credits > this.#creditsLeft) throw this.#refusal(credits);
    this.#creditsLeft -= credits;
    try {
      return await request();
    } catch (error) {
      if (wasRefused(error)) this.#creditsLeft += credits;
      throw error;
    }
  }

  #refusal(credits: number): CommandFailure {
    return new CommandFailure(
      EXIT_CODES.credits,
      `This may cost ${credits}, and ${this.#creditsLeft} credits may still be spent here. Only the user can allow more, by starting dialproof mcp with a higher --max-credits.`,
    );
  }
}

/** Whether the server has refused a request, and no earlier try may have been done. */
function wasRefused(error: unknown): boolean {
  if (!isDialproofError(error) || error.idempotencyKey !== undefined) return false;
  return error.status !== undefined && error.status < 500;
}
