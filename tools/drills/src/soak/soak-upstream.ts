import {
  type FakeUpstream,
  infobipUpstream,
  startFakeUpstream,
  type UpstreamAnswers,
  type UpstreamRequest,
} from '@dialproof/testkit/upstreams';
import { Arrivals } from './arrivals.js';
import { stampOf } from './call-stamp.js';
import { type FaultOptions, SoakFaults } from './soak-faults.js';
import { truthOf } from './soak-truth.js';

export const API_KEY = 'key-of-the-soak-drill';

/** The counts of an upstream. */
export interface UpstreamCounts {
  readonly calls: number;
  /** Failed calls. */
  readonly faults: number;
  /** Numbers that it was asked about, and the repeated ones among them. */
  readonly numbers: number;
  /** The most calls that arrived within any second. */
  readonly mostInASecond: number;
  /** The same for calls whose transit time is within the allowance of a rate limit. */
  readonly mostOnTimeInASecond: number;
  /** The most calls that began within any second, by the clock of the service's machine. */
  readonly mostBegunInASecond: number;
  /** The longest transit time of a call, in milliseconds. */
  readonly longestWayMs: number;
}

/** A vendor's API on this machine that sometimes fails, and counts the calls. */
export class SoakUpstream {
  readonly #arrivals = new Arrivals();
  readonly #faults: SoakFaults;
  readonly #server: FakeUpstream;
  #numbers = 0;

  private constructor(server: FakeUpstream, faults: SoakFaults) {
    this.#server = server;
    this.#faults = faults;
  }

  static async start(
    answers: UpstreamAnswers,
    numbersOf: (request: UpstreamRequest) => readonly string[],
    faults: FaultOptions,
  ): Promise<SoakUpstream> {
    const server = await startFakeUpstream(answers);
    const upstream = new SoakUpstream(server, new SoakFaults(faults));
    server.fault = (request) => {
      upstream.#arrivals.note(stampOf(request.headers));
      // It remembers each request with its body.
      server.requests.length = 0;
      const numbers = numbersOf(request);
      upstream.#numbers += numbers.length;
      return upstream.#faults.judge(numbers);
    };
    return upstream;
  }

  get baseUrl(): string {
    return this.#server.baseUrl;
  }

  get counts(): UpstreamCounts {
    return {
      calls: this.#arrivals.count,
      faults: this.#faults.count,
      numbers: this.#numbers,
      mostInASecond: this.#arrivals.mostInASecond(),
      mostOnTimeInASecond: this.#arrivals.mostOnTimeInASecond(),
      mostBegunInASecond: this.#arrivals.mostBegunInASecond(),
      longestWayMs: this.#arrivals.longestWayMs(),
    };
  }
}

type Faults = Omit<FaultOptions, 'isBulk'>;

/** Answers whether a number is on the app, one number a request. */
export function startAppUpstream(faults: Faults): Promise<SoakUpstream> {
  const numberIn = ({ path }: UpstreamRequest): string => `+${path.slice('/apps/'.length)}`;
  const answers: UpstreamAnswers = (request) => ({
    status: 200,
    body: { app: truthOf(numberIn(request), faults.seed).isOnApp ? 'here' : 'absent' },
  });
  return SoakUpstream.start(answers, (request) => [numberIn(request)], { ...faults, isBulk: false });
}

/** Answers about lines, many numbers a request, like Infobip. */
export function startLineUpstream(numbers: Iterable<string>, faults: Faults): Promise<SoakUpstream> {
  const lines = new Map(
    Array.from(numbers, (number) => [number, truthOf(number, faults.seed).line] as const).filter(
      (known): known is readonly [string, NonNullable<(typeof known)[1]>] => known[1] !== undefined,
    ),
  );
  const numbersIn = ({ body }: UpstreamRequest): string[] => {
    const { to }: { to: string[] } = JSON.parse(body);
    return to.map((digits) => `+${digits}`);
  };
  return SoakUpstream.start(infobipUpstream({ apiKey: API_KEY, lines }), numbersIn, {
    ...faults,
    isBulk: true,
  });
}

/** The description of the app's API for `httpChecker`. */
export function appDescription(baseUrl: string) {
  return {
    name: 'soak-app',
    noIsCertain: true,
    request: { url: `${baseUrl}/apps/{digits}` },
    answer: {
      status: [{ path: 'app', values: { here: 'telegram_registered', absent: 'app_absent' } as const }],
    },
  };
}
