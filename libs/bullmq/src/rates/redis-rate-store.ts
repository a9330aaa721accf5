import {
  assertOptionNames,
  type Clock,
  type RateLease,
  type RateLeaseRequest,
  type RateStore,
  systemClock,
} from '@dialproof/core';
import type { Redis } from 'ioredis';
import { BreakableRedis, isWithinMs, keyPart, type RedisConnectionOption } from '../redis-options.js';

/**
 * Reserves times for calls by the clock of Redis, in one step. The state is one small value: for each limit, the earliest time of the next
 * call if calls are spread evenly, and the reservations of its window, summed by hundredths of the window. This is not the limiter of BullMQ or of
 * rate-limiter-flexible, since those count by fixed windows, which admit nearly twice as many calls around their end.
 *
 * KEYS[1]: the state. ARGV[1]: a RateLeaseRequest as JSON. Returns the milliseconds until the first call, then those until each
 * reserved call.
 */
const LEASE_SCRIPT = `
local request = cjson.decode(ARGV[1])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local packed = redis.call('GET', KEYS[1])
local state = packed and cmsgpack.unpack(packed) or { now = now, last = now, limits = {} }

-- A clock that was set back must hold nothing up: all times go back with it.
local backMs = math.max(0, state.now - now)
state.now = now
state.last = state.last - backMs

local keepMs = 0
local limits = {}
for index, limit in ipairs(request.limits) do
  local spanMs = limit.windowMs + request.toleranceMs
  local known = state.limits[limit.name]
  -- Nothing is known of the second before the first lease: Redis may have been flushed.
  if not known then known = { at = now + math.min(limit.windowMs, 1000), log = {} } else known.at = known.at - backMs end
  local log, used = {}, 0
  for _, entry in ipairs(known.log) do
    local at = entry[1] - backMs
    if at + spanMs > now then
      log[#log + 1] = { at, entry[2] }
      used = used + entry[2]
    end
  end
  known.log = log
  state.limits[limit.name] = known
  limits[index] = {
    known = known, used = used, spanMs = spanMs, grainMs = spanMs / 100, most = math.ceil(limit.limit),
    intervalMs = limit.isSpread and spanMs / limit.limit or 0,
  }
  keepMs = math.max(keepMs, 2 * spanMs)
end

local function freeAt(limit, weight, earliest)
  local at = math.max(earliest, limit.known.at)
  local tooMany = limit.used + weight - limit.most
  for _, entry in ipairs(limit.known.log) do
    if tooMany <= 0 then break end
    tooMany = tooMany - entry[2]
    at = math.max(at, entry[1] + limit.spanMs)
  end
  return at
end

local function reserve(limit, weight, at)
  limit.used = limit.used + weight
  if limit.intervalMs > 0 then limit.known.at = at + weight * limit.intervalMs end
  local log = limit.known.log
  local last = log[#log]
  -- Counted as of the later one, it is forgotten later than it might be, and never too early.
  if last and math.floor(last[1] / limit.grainMs) == math.floor(at / limit.grainMs) then
    last[1] = at
    last[2] = last[2] + weight
  else
    log[#log + 1] = { at, weight }
  end
end

local answer = {}
local first
for _, weight in ipairs(request.weights) do
  -- Nobody passes who comes later, however light.
  local at = math.max(now, state.last)
  for _, limit in ipairs(limits) do at = freeAt(limit, weight, at) end
  if not first then
    first = at
    answer[1] = math.ceil(at - now)
    if at - now > request.maxWaitMs then break end
  elseif at - first > request.batchMs then
    break
  end
  for _, limit in ipairs(limits) do reserve(limit, weight, at) end
  state.last = at
  answer[#answer + 1] = math.ceil(at - now)
end

redis.call('SET', KEYS[1], cmsgpack.pack(state), 'PX', math.ceil(keepMs + 600000))
return answer
`;

/** The Redis and the name of an upstream's limits. */
export interface RedisRateStoreOptions {
  /** A URL, `redis://` or `rediss://`, or the options of ioredis. The first lease opens one connection. */
  readonly connection: RedisConnectionOption;
  /**
   * The name of the upstream, such as `twilio`: the processes that call one upstream share the name. Letters, digits, `-`, `_`, `.`, `{`
   * and `}`.
   */
  readonly name: string;
  /** The beginning of the key in Redis. Default `dialproof`. */
  readonly prefix?: string;
  /** The clock for the wait for Redis. Default: the machine's own. Limits use the clock of Redis. */
  readonly clock?: Clock;
}

/** A lease that takes longer is of no use: calls may begin a tenth of a second late, and a stalled Redis has a little time to recover. */
const ANSWER_MS = 500;

/**
 * Keeps the limits of one upstream in Redis, for all processes that call it. Times are those of Redis, so clocks of machines do not
 * matter. A Redis that was flushed has forgotten the use of the last minute and day; the limit a second still holds.
 */
export class RedisRateStore implements RateStore {
  readonly #connectionOption: RedisConnectionOption;
  readonly #key: string;
  readonly #clock: Clock;
  #connection: (BreakableRedis & LeasingRedis) | undefined;
  #isStuck = false;

  /** Opens nothing. Throws TypeError for a name or prefix that cannot be a part of a key. */
  constructor(options: RedisRateStoreOptions) {
    assertOptionNames('RedisRateStore', options, { clock: true, connection: true, name: true, prefix: true });
    const { clock = systemClock, connection, name, prefix = 'dialproof' } = options;
    this.#connectionOption = connection;
    this.#clock = clock;
    this.#key = `${keyPart('prefix', prefix)}:rate:${keyPart('name', name)}`;
  }

  /** Rejects at once while Redis is away, and after half a second if it does not answer. */
  async lease(request: RateLeaseRequest): Promise<RateLease> {
    const connection = this.#connected();
    if (this.#isStuck) throw new Error('Redis has not answered an earlier lease');
    const answer = connection.leaseRate(this.#key, JSON.stringify(request));
    if (!(await isWithinMs(answer, ANSWER_MS, this.#clock))) {
      this.#awaitAnswer(answer);
      throw new Error(`Redis did not answer within ${ANSWER_MS} ms`);
    }
    const [waitMs = 0, ...delaysMs] = await answer;
    return { waitMs, delaysMs };
  }

  /** Closes the connection. Safe twice; a later lease opens it again. */
  close(): void {
    this.#connection?.breakOff();
    this.#connection = undefined;
    this.#isStuck = false;
  }

  /** Until Redis has answered or refused, no other call waits for it. */
  #awaitAnswer(answer: Promise<unknown>): void {
    this.#isStuck = true;
    const settled = (): void => {
      this.#isStuck = false;
    };
    answer.then(settled, settled);
  }

  #connected(): LeasingRedis {
    if (this.#connection !== undefined) return this.#connection;
    const connection = BreakableRedis.open(this.#connectionOption);
    // Meanwhile leases reject, which reports it.
    connection.on('error', () => undefined);
    connection.defineCommand('leaseRate', { numberOfKeys: 1, lua: LEASE_SCRIPT });
    // The types of ioredis lack the commands of `defineCommand`.
    this.#connection = connection as BreakableRedis & LeasingRedis;
    return this.#connection;
  }
}

interface LeasingRedis extends Redis {
  leaseRate(key: string, request: string): Promise<number[]>;
}
