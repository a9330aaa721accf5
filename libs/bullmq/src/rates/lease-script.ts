/**
 * Reserves times for calls by the clock of Redis, in one step. The state is one small value: for each limit, the earliest time of the next
 * call if calls are spread evenly, and the reservations of its window, summed by hundredths of the window. This is not the limiter of BullMQ or of
 * rate-limiter-flexible, since those count by fixed windows, which admit nearly twice as many calls around their end.
 *
 * KEYS[1]: the state. ARGV[1]: a RateLeaseRequest as JSON. Returns the milliseconds until the first call, then those until each
 * reserved call.
 */
export const LEASE_SCRIPT = `
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
