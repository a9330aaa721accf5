import type { VerificationServiceOptions } from '@dialproof/core';
import type { Weather } from './upstream.js';
import {
  away,
  callsPerSecond,
  fair,
  firstCallFails,
  minuteQuota,
  numbersFail,
  someCallsFail,
  someCallsUnavailable,
} from './weathers.js';

/** One upstream of the drill. */
export interface UpstreamPlan {
  readonly name: string;
  /** The speed of the clock as a multiple of the machine's, for the service and the upstream alike. */
  readonly speed: number;
  readonly numbersPerCall: number;
  /** How long an answer takes, by that clock; 0: until the next turn of the event loop. */
  readonly latencyMs: number;
  /** The number of kills of the service's process; 0 for a service in the drill's own process. */
  readonly kills: number;
  /** The share of answered numbers at which the task is cancelled and then retried. Null: never. */
  readonly cancelAt: number | null;
  readonly options: Pick<VerificationServiceOptions, 'maxCallsPerSecond'>;
  weather(numbers: number, seed: number): Weather;
  /** The fewest possible calls without inside knowledge of the upstream. */
  idealCalls(numbers: number): number;
}

const HOUR_MS = 3_600_000;
const QUOTA = 100;
const FAILING_SHARE = 0.2;
const HOPELESS_SHARE = 0.01;
/** The service's default attempts. */
const ATTEMPTS = 3;
const UNAVAILABLE_SHARE = 0.01;
const REJECTED_SHARE = 0.05;
const BULK_SIZE = 100;
const CALLS_PER_SECOND = 200;

const SINGLE = { numbersPerCall: 1, latencyMs: 0, kills: 0, cancelAt: null, options: {} };
const RATE = {
  ...SINGLE,
  // Spread calls may be early by 10 ms of the service's clock. At a higher speed, a busy machine's timers would be later than that.
  speed: 2,
  weather: () => callsPerSecond(CALLS_PER_SECOND),
  idealCalls: (numbers: number) => numbers,
};
const FLAKY = {
  ...SINGLE,
  weather: (_: number, seed: number) => firstCallFails(FAILING_SHARE, seed),
  idealCalls: (numbers: number) => Math.round(numbers * (1 + FAILING_SHARE)),
};

export const UPSTREAM_PLANS: readonly UpstreamPlan[] = [
  {
    ...SINGLE,
    name: 'quota: 100 answers a minute',
    speed: 500,
    weather: () => minuteQuota(QUOTA),
    // Each minute except the last ends with a refusal, the only sign that the quota is used up.
    idealCalls: (numbers) => numbers + Math.ceil(numbers / QUOTA) - 1,
  },
  { ...FLAKY, name: 'flaky: 20 percent fail, and succeed when asked again', speed: 20 },
  {
    ...SINGLE,
    name: 'hopeless: 1 percent of the numbers fail, however often they are asked',
    // If a process is 250 ms late by its clock, a failed check is excused and repeated. At a speed of 20, that was 12 ms.
    speed: 2,
    weather: (_, seed) => numbersFail(HOPELESS_SHARE, seed),
    idealCalls: (numbers) => Math.round(numbers * (1 + HOPELESS_SHARE * (ATTEMPTS - 1))),
  },
  {
    ...SINGLE,
    name: 'away: says for an hour that no number can be checked',
    speed: 600,
    weather: (numbers) => away(Math.floor(numbers / 3), HOUR_MS, 'unavailable'),
    idealCalls: (numbers) => numbers,
  },
  {
    ...SINGLE,
    name: 'silent: every call fails for an hour',
    speed: 600,
    weather: (numbers) => away(Math.floor(numbers / 3), HOUR_MS, 'failed'),
    idealCalls: (numbers) => numbers,
  },
  {
    ...SINGLE,
    name: 'bulk: 5 percent of the calls reject',
    speed: 20,
    numbersPerCall: BULK_SIZE,
    weather: (_, seed) => someCallsFail(REJECTED_SHARE, seed),
    idealCalls: (numbers) => Math.ceil(numbers / BULK_SIZE / (1 - REJECTED_SHARE)),
  },
  {
    ...SINGLE,
    name: 'unavailable: 1 percent of the calls say that no number can be checked',
    speed: 50,
    weather: (_, seed) => someCallsUnavailable(UNAVAILABLE_SHARE, seed),
    idealCalls: (numbers) => Math.ceil(numbers / (1 - UNAVAILABLE_SHARE)),
  },
  {
    ...RATE,
    name: 'rate: 200 calls a second, and the service knows',
    options: { maxCallsPerSecond: CALLS_PER_SECOND },
  },
  { ...RATE, name: 'rate: 200 calls a second, and the service does not know' },
  {
    ...SINGLE,
    name: 'cancelled: a fair upstream, the task is cancelled and retried',
    speed: 1,
    latencyMs: 2,
    cancelAt: 0.4,
    weather: () => fair(),
    idealCalls: (numbers) => numbers,
  },
  { ...FLAKY, name: 'killed: 20 percent fail, the process is killed', speed: 1, latencyMs: 20, kills: 10 },
];
