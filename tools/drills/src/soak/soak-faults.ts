import { createSeededRandom } from '@dialproof/generate';
import type { UpstreamFault } from '@dialproof/testkit/upstreams';
import { shareOf } from '../upstream/number-hash.js';

/** The share of failing requests. */
export const FAULT_SHARE = 0.2;

const refusal = (status: number): UpstreamFault => ({
  kind: 'reply',
  reply: { status, body: { error: 'TRY_AGAIN' } },
});
/** A retry succeeds after each of these. */
const FAULTS: readonly UpstreamFault[] = [
  refusal(429),
  refusal(500),
  refusal(503),
  { kind: 'truncated' },
  { kind: 'closed' },
  { kind: 'not_json' },
  { kind: 'empty' },
  { kind: 'slow' },
  { kind: 'body', change: 'wrong_types' },
  { kind: 'body', change: 'nothing' },
];
/** Faults of bulk answers. Answers in another order, or about additional numbers, are valid all the same. */
const BULK_FAULTS: readonly UpstreamFault[] = [
  ...FAULTS,
  { kind: 'body', change: 'missing' },
  { kind: 'body', change: 'reordered' },
  { kind: 'body', change: 'extra' },
  { kind: 'body', change: 'contradiction' },
];
const STALLS: readonly UpstreamFault[] = [{ kind: 'stalled' }, { kind: 'stalled_body' }];
/** A stalled call lasts until its deadline. One in twenty of the failing calls stalls. */
const STALLED_SHARE = 0.05;
/** All calls wait when an upstream answers with a Retry-After. One in this many gets it. */
const CALLS_PER_BUSY = 2_000;
const BULK_CALLS_PER_BUSY = 50;

export interface FaultOptions {
  readonly seed: number;
  readonly isBulk: boolean;
  /** How long it accepts no calls, in the middle. */
  readonly outageMs: number;
  /** The outage begins after this many numbers. */
  readonly outageAfter: number;
}

/** Decides the fault of a request, so that each number meets at most one fault that counts against it. */
export class SoakFaults {
  readonly #options: FaultOptions;
  readonly #random;
  readonly #asked = new Set<string>();
  readonly #failed = new Set<string>();
  #backAt: number | undefined;
  #count = 0;

  constructor(options: FaultOptions) {
    this.#options = options;
    this.#random = createSeededRandom(options.seed);
  }

  /** The number of failed requests. */
  get count(): number {
    return this.#count;
  }

  judge(numbers: readonly string[]): UpstreamFault | undefined {
    const fault = this.#outage() ?? this.#chance(numbers);
    if (fault !== undefined) this.#count += 1;
    for (const number of numbers) this.#asked.add(number);
    return fault;
  }

  #outage(): UpstreamFault | undefined {
    const { isBulk, outageAfter, outageMs } = this.#options;
    const now = performance.now();
    if (this.#backAt === undefined && this.#asked.size >= outageAfter) this.#backAt = now + outageMs;
    if (this.#backAt !== undefined && now < this.#backAt) return busy(503, '1');
    if (this.#random.below(isBulk ? BULK_CALLS_PER_BUSY : CALLS_PER_BUSY) > 0) return undefined;
    const inASecond = new Date(Date.now() + 1_000).toUTCString();
    return busy(429, this.#random.chance(0.5) ? '1' : inASecond);
  }

  #chance(numbers: readonly string[]): UpstreamFault | undefined {
    const { isBulk, seed } = this.#options;
    if (numbers.some((number) => this.#failed.has(number))) return undefined;
    const isChosen = isBulk
      ? this.#random.chance(FAULT_SHARE)
      : numbers.some((number) => shareOf(number, ~seed) < FAULT_SHARE);
    if (!isChosen) return undefined;
    for (const number of numbers) this.#failed.add(number);
    const faults = this.#random.chance(STALLED_SHARE) ? STALLS : isBulk ? BULK_FAULTS : FAULTS;
    return this.#random.pick(faults);
  }
}

function busy(status: number, retryAfter: string): UpstreamFault {
  return {
    kind: 'reply',
    reply: { status, headers: { 'retry-after': retryAfter }, body: { error: 'BUSY' } },
  };
}
