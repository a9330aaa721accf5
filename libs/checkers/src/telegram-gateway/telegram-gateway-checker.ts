import {
  assertOptionNames,
  type CheckAnswer,
  type Clock,
  DialproofError,
  type E164,
  millisecondsOption,
  type NumberChecker,
  systemClock,
} from '@dialproof/core';
import { z } from 'zod';
import { findingAnswer } from '../line-state.js';
import { readBaseUrl, readSecret, requireSecret, type Secret } from '../upstream/secret.js';
import { type Fetch, parsed, Upstream, type UpstreamReply } from '../upstream/upstream.js';
import { isServerFailure, type Refusal, UpstreamFailure } from '../upstream/upstream-failure.js';
import { digitsOf } from '../upstream/upstream-reply.js';

export interface TelegramGatewayOptions {
  /**
   * The operator's statement that the owner of every number that is checked has consented to it, as the Gateway's terms ask for. There is
   * no checker without it.
   */
  readonly ownersOfAllNumbersHaveConsented: true;
  readonly accessToken: Secret;
  /**
   * For how long a number is not asked about again whose call was sent and never answered, since it may have been charged: its check
   * fails at once until then. In milliseconds. Default an hour, which outlasts the attempts of a task and not the person who retries it.
   */
  readonly askAgainAfterMs?: number;
  /** Default `https://gatewayapi.telegram.org`. */
  readonly baseUrl?: string;
  /** Default the global `fetch`. */
  readonly fetch?: Fetch;
  /** Default the system's. */
  readonly clock?: Pick<Clock, 'elapsed'>;
}

const SOURCE = 'telegram-gateway';

const confirmed = z.object({ ok: z.literal(true), result: z.object({ phone_number: z.string() }) });
const declined = z.object({ ok: z.literal(false), error: z.string() });

/** Errors that refuse the call. They say nothing about the number. Errors that are not listed are failed checks. */
const REFUSALS: ReadonlyMap<string, Refusal> = new Map([
  ['ACCESS_TOKEN_INVALID', 'unauthorized'],
  ['ACCESS_TOKEN_REQUIRED', 'unauthorized'],
  ['BALANCE_NOT_ENOUGH', 'out_of_funds'],
] as const);

/**
 * Asks Telegram's Gateway whether it can reach a number (`checkSendAbility`), one at a time. Its terms forbid to enumerate users and ask
 * for the consent of each number's owner: the operator states that it is there. It tells that a number is on Telegram, and nothing
 * of any other app or of the line. A number that can be reached costs the fee of one message, 0.01 USD, so that 100,000 of them cost 1,000
 * USD; any other answer is free.
 *
 * A number that is not on Telegram is `unknown` (`app_absent`): it may be in service and on another app. A call that was sent and never
 * answered may have been charged and is not repeated: the check fails, and so do its next attempts, without a call, until
 * `askAgainAfterMs` has passed. No credit is charged for it. An answer `unknown` would charge one, and would hide an outage.
 */
export function telegramGatewayChecker(options: TelegramGatewayOptions): NumberChecker {
  assertOptionNames('telegramGatewayChecker', options, {
    accessToken: true,
    askAgainAfterMs: true,
    baseUrl: true,
    clock: true,
    fetch: true,
    ownersOfAllNumbersHaveConsented: true,
  });
  const { baseUrl = 'https://gatewayapi.telegram.org' } = options;
  if (options.ownersOfAllNumbersHaveConsented !== true) {
    throw new TypeError(
      'option ownersOfAllNumbersHaveConsented must be true: the terms of the Gateway ask for consent',
    );
  }
  const askAgainAfterMs = millisecondsOption('askAgainAfterMs', options.askAgainAfterMs ?? 3_600_000, {
    least: 0,
  });
  const upstream = new Upstream(SOURCE, options.fetch);
  const url = `${readBaseUrl('baseUrl', baseUrl)}/checkSendAbility`;
  const accessToken = requireSecret('accessToken', options.accessToken);
  const charged = new ChargedCalls(options.clock ?? systemClock, askAgainAfterMs);

  return {
    async check(number, { signal }) {
      if (charged.has(number)) {
        const message = `${SOURCE} may have charged an earlier call for this number, which is not repeated yet`;
        throw new UpstreamFailure(message, { retryAfterMs: undefined, mayBeCharged: false });
      }
      const token = await readSecret('accessToken', accessToken, signal);
      signal.throwIfAborted();
      const request = {
        method: 'POST',
        url,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ phone_number: number }),
        secrets: [token],
        signal,
      };
      const reply = await upstream.send(request).catch((error: unknown) => {
        if (!(error instanceof UpstreamFailure) || error.mayBeCharged) charged.note(number);
        throw error;
      });
      const mayBeCharged = !saysWhatItCost(reply, number);
      if (mayBeCharged) charged.note(number);
      return readReply(upstream, { ...reply, mayBeCharged }, number);
    },
  };
}

/** An error of the Gateway is free. An error on the way there, or an answer that is none, says nothing of what the call cost. */
function saysWhatItCost(reply: UpstreamReply, number: E164): boolean {
  const answer = parsed(reply.text);
  if (declined.safeParse(answer).success) return true;
  return reply.isSuccess ? isConfirmed(answer, number) : !isServerFailure(reply.status);
}

/** The Gateway echoes the number without its plus. */
function isConfirmed(answer: unknown, number: E164): boolean {
  return digitsOf(confirmed.safeParse(answer).data?.result.phone_number) === number.slice(1);
}

interface JudgedReply extends UpstreamReply {
  readonly mayBeCharged: boolean;
}

function readReply(upstream: Upstream, reply: JudgedReply, number: E164): CheckAnswer {
  const answer = reply.isSuccess ? upstream.json(reply) : parsed(reply.text);
  if (reply.isSuccess && isConfirmed(answer, number)) {
    return { status: 'telegram_registered', source: SOURCE };
  }
  const word = declined.safeParse(answer).data?.error ?? '';
  switch (word) {
    case 'PHONE_NUMBER_NOT_AVAILABLE':
    case 'PHONE_NUMBER_NOT_FOUND':
    // The Gateway's reference (https://core.telegram.org/gateway/api) lists no errors, so this word promises nothing about the line: Telegram
    // takes the number for malformed, by a list of its own.
    case 'PHONE_NUMBER_INVALID':
      return findingAnswer('app_absent', { source: SOURCE, word });
  }
  const floodWaitSeconds = /^FLOOD_WAIT_?(\d{1,6})$/.exec(word)?.[1];
  if (floodWaitSeconds !== undefined) {
    throw new DialproofError('checker_unavailable', {
      hint: `${SOURCE} takes no requests for ${floodWaitSeconds} s (FLOOD_WAIT)`,
      retryAfterMs: Number(floodWaitSeconds) * 1_000,
    });
  }
  const refusal = REFUSALS.get(word) ?? (reply.isSuccess ? 'failed' : undefined);
  throw upstream.refused(reply, word, refusal, reply.mayBeCharged);
}

/** How many numbers are remembered. At 0.01 USD a call, they stand for 1,000 USD. */
const MAX_REMEMBERED = 100_000;

/**
 * The numbers whose last call was sent and never answered, so that it may have been charged. In memory alone: another process, or the same
 * one when it has started again, asks about such a number once more.
 */
class ChargedCalls {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #lastingMs: number;
  /** The one that was noted first at the front. */
  readonly #notedAt = new Map<E164, number>();

  constructor(clock: Pick<Clock, 'elapsed'>, lastingMs: number) {
    this.#clock = clock;
    this.#lastingMs = lastingMs;
  }

  has(number: E164): boolean {
    this.#forget();
    return this.#notedAt.has(number);
  }

  note(number: E164): void {
    this.#notedAt.delete(number);
    this.#notedAt.set(number, this.#clock.elapsed());
    this.#forget();
  }

  #forget(): void {
    const until = this.#clock.elapsed() - this.#lastingMs;
    for (const [number, notedAt] of this.#notedAt) {
      if (notedAt > until && this.#notedAt.size <= MAX_REMEMBERED) return;
      this.#notedAt.delete(number);
    }
  }
}
