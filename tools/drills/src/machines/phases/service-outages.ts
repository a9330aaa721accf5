import type { Phase } from '../phase.js';
import type { OwnRedis } from '../services/own-redis.js';
import { outagePhase } from './outages.js';

const AT_ONCE = () => 0;
/** A shorter restart would not be noticed, and would test nothing. */
const RESTART_MS = () => 1_000;
/** An unanswered statement is given up after 16 seconds. */
const UNANSWERED_MS = 20_000;

const POSTGRES_OUTAGES: readonly Phase[] = [
  outagePhase({
    name: 'PostgreSQL is restarted',
    refusesAfterMs: 0,
    lastsMs: RESTART_MS,
    // Fast shutdown: connections are ended, transactions rolled back.
    begin: ({ postgres }) => postgres.service.end('SIGINT'),
    end: ({ postgres }) => postgres.service.start(),
  }),
  outagePhase({
    name: 'PostgreSQL is killed',
    refusesAfterMs: 0,
    lastsMs: RESTART_MS,
    begin: ({ postgres }) => postgres.service.end('SIGKILL'),
    end: ({ postgres }) => postgres.service.start(),
  }),
];

const REDIS_OUTAGES: readonly Phase[] = [
  outagePhase({
    name: 'Redis is flushed',
    needsRedis: true,
    refusesAfterMs: null,
    lastsMs: AT_ONCE,
    begin: ({ redis }) => given(redis).flush(),
    end: async () => {},
  }),
  outagePhase({
    name: 'Redis is restarted empty',
    needsRedis: true,
    refusesAfterMs: null,
    lastsMs: RESTART_MS,
    begin: ({ redis }) => given(redis).service.end('SIGKILL'),
    end: ({ redis }) => given(redis).service.start(),
  }),
  outagePhase({
    name: 'Redis is away',
    needsRedis: true,
    refusesAfterMs: null,
    lastsMs: ({ awayMs }) => awayMs,
    begin: ({ redis }) => given(redis).service.end('SIGKILL'),
    end: ({ redis }) => given(redis).service.start(),
  }),
  outagePhase({
    name: 'Redis stands still',
    needsRedis: true,
    refusesAfterMs: null,
    lastsMs: ({ awayMs }) => awayMs,
    begin: async ({ redis }) => given(redis).service.holdStill(),
    end: async ({ redis }) => given(redis).service.goOn(),
  }),
];

const BOTH_OUTAGES: readonly Phase[] = [
  outagePhase({
    name: 'PostgreSQL and Redis are away',
    needsRedis: true,
    refusesAfterMs: 0,
    lastsMs: ({ awayMs }) => awayMs,
    async begin({ postgres, redis }) {
      await Promise.all([postgres.service.end('SIGINT'), given(redis).service.end('SIGKILL')]);
    },
    async end({ postgres, redis }) {
      await Promise.all([postgres.service.start(), given(redis).service.start()]);
    },
  }),
  outagePhase({
    name: 'PostgreSQL and Redis stand still',
    needsRedis: true,
    refusesAfterMs: UNANSWERED_MS,
    lastsMs: ({ awayMs }) => awayMs,
    async begin({ postgres, redis }) {
      postgres.service.holdStill();
      given(redis).service.holdStill();
    },
    async end({ postgres, redis }) {
      postgres.service.goOn();
      given(redis).service.goOn();
    },
  }),
];

export const SERVICE_OUTAGES: readonly Phase[] = [...POSTGRES_OUTAGES, ...REDIS_OUTAGES, ...BOTH_OUTAGES];

function given(redis: OwnRedis | undefined): OwnRedis {
  if (redis === undefined) throw new TypeError('the phase was not started with a Redis');
  return redis;
}
