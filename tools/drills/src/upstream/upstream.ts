import { type Clock, VERIFICATION_STATUSES, type VerificationStatus } from '@dialproof/core';
import { hashOf } from './number-hash.js';

/** An upstream's reply to one call. */
export type UpstreamReply =
  | { readonly kind: 'answered'; readonly answers: readonly VerificationStatus[] }
  | { readonly kind: 'failed' | 'unavailable'; readonly retryAfterMs: number | null };

/** The faults of an upstream: it refuses a call, or lets it be answered. It may have its own state. */
export interface Weather {
  /** `nowMs` is the upstream's time since its start, `answered` the count of answered numbers. */
  judge(call: {
    readonly numbers: readonly string[];
    readonly nowMs: number;
    readonly answered: number;
  }): Exclude<UpstreamReply, { readonly kind: 'answered' }> | 'answer';
  /** Whether this number is never answered, however often it is tried. Default: every number is answered in the end. */
  readonly neverAnswers?: (number: string) => boolean;
}

export interface UpstreamOptions {
  readonly weather: Weather;
  readonly clock: Clock;
  /** The time for an answer, by the clock. */
  readonly latencyMs: number;
  readonly seed: number;
}

/** The first answer about a number, past or future: the upstream finishes and bills every accepted call. */
interface FirstAnswer {
  readonly process: number;
  /** By the machine's clock; undefined until it was sent. */
  answeredAt: number | undefined;
}

/** Numbers that were asked about again although there was an answer already. */
export interface Repeats {
  /** Their calls were under way when the calling process was killed. */
  readonly inFlight: number;
  /** They had been answered shortly before. */
  readonly answeredBefore: number;
  /** The longest time between an answer and the kill, in milliseconds of the machine's clock. */
  readonly oldestMs: number;
  /** The process that got the answer was still running. */
  readonly inOneProcess: number;
}

/** Below this, an answer comes in the next turn of the event loop: a timer would take longer. */
const SHORTEST_TIMER_MS = 1;

/** The paid service of a drill. It counts every call, and records every answer and its receiver. */
export class Upstream {
  readonly #options: UpstreamOptions;
  readonly #startMs: number;
  readonly #first = new Map<string, FirstAnswer>();
  readonly #killedAt = new Map<number, number>();
  #calls = 0;
  #answers = 0;
  #refusedCalls = { failed: 0, unavailable: 0 };
  #repeats = { inFlight: 0, answeredBefore: 0, oldestMs: 0, inOneProcess: 0 };

  constructor(options: UpstreamOptions) {
    this.#options = options;
    this.#startMs = options.clock.elapsed();
  }

  get calls(): number {
    return this.#calls;
  }

  /** Answers given, each for one number. */
  get answers(): number {
    return this.#answers;
  }

  /** The number of answered numbers. */
  get answeredNumbers(): number {
    return this.#first.size;
  }

  get refusedCalls(): { readonly failed: number; readonly unavailable: number } {
    return this.#refusedCalls;
  }

  get repeats(): Repeats {
    return this.#repeats;
  }

  /** Whether it answers this number, sooner or later. */
  canAnswer(number: string): boolean {
    return this.#options.weather.neverAnswers?.(number) !== true;
  }

  /** Its answer about this number; undefined if it was never asked, or never answered. */
  answered(number: string): VerificationStatus | undefined {
    return this.#first.has(number) ? this.#truth(number) : undefined;
  }

  /** Takes a call from the process with this id, and resolves when the answer is sent. */
  async ask(numbers: readonly string[], process: number): Promise<UpstreamReply> {
    const { clock, latencyMs, weather } = this.#options;
    this.#calls += 1;
    const nowMs = clock.elapsed() - this.#startMs;
    const verdict = weather.judge({ numbers, nowMs, answered: this.#first.size });
    const firsts = verdict === 'answer' ? this.#admit(numbers, process) : [];
    await passTime(clock, latencyMs);
    if (verdict !== 'answer') {
      this.#refusedCalls[verdict.kind] += 1;
      return verdict;
    }
    for (const first of firsts) first.answeredAt = performance.now();
    return { kind: 'answered', answers: numbers.map((number) => this.#truth(number)) };
  }

  /** Records the kill of this process, at a time of the machine's clock. */
  noteKill(process: number, at: number): void {
    this.#killedAt.set(process, at);
  }

  #admit(numbers: readonly string[], process: number): FirstAnswer[] {
    this.#answers += numbers.length;
    return numbers.flatMap((number) => {
      const known = this.#first.get(number);
      if (known !== undefined) {
        this.#noteRepeat(known);
        return [];
      }
      const first: FirstAnswer = { process, answeredAt: undefined };
      this.#first.set(number, first);
      return [first];
    });
  }

  #noteRepeat({ answeredAt, process }: FirstAnswer): void {
    const killedAt = this.#killedAt.get(process);
    if (killedAt === undefined) this.#repeats.inOneProcess += 1;
    else if (answeredAt === undefined || answeredAt > killedAt) this.#repeats.inFlight += 1;
    else {
      this.#repeats.answeredBefore += 1;
      this.#repeats.oldestMs = Math.max(this.#repeats.oldestMs, killedAt - answeredAt);
    }
  }

  #truth(number: string): VerificationStatus {
    const position = hashOf(number, this.#options.seed) % VERIFICATION_STATUSES.length;
    // The remainder is a position of the list.
    return VERIFICATION_STATUSES[position] as VerificationStatus;
  }
}

async function passTime(clock: Clock, ms: number): Promise<void> {
  await new Promise<void>((resolve) => {
    if (ms < SHORTEST_TIMER_MS) setImmediate(resolve);
    else clock.schedule(ms, resolve);
  });
}
