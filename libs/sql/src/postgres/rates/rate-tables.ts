/**
 * Reserves times for calls by the clock of the server, in one step. The row is locked only while the function runs, so a process that
 * stands still holds no lock. This is not the limiter of rate-limiter-flexible, since that counts by fixed windows, which admit nearly
 * twice as many calls around their end.
 *
 * `named`: the limits, as JSON. Returns the wait of the first call, then the delays of the reserved calls, in milliseconds.
 */
const LEASE_FUNCTION = `
create function lease_rate(
  of_upstream text, named jsonb, weights double precision[],
  max_wait_ms double precision, batch_ms double precision, tolerance_ms double precision
) returns double precision[] language plpgsql set search_path from current
  set lock_timeout = '400ms' as $$
declare
  known rate_leases;
  present double precision;
  back_ms double precision;
  one jsonb;
  place integer;
  places integer[] := '{}';
  spans double precision[] := '{}';
  steps double precision[] := '{}';
  most double precision[] := '{}';
  used double precision[] := '{}';
  -- Of each limit, the first entry of the log that still counts for the call, and its last entry.
  heads integer[] := '{}';
  tails integer[] := '{}';
  count_of integer := jsonb_array_length(named);
  next_at double precision[];
  log_limit integer[];
  log_at double precision[];
  log_weight double precision[];
  size integer;
  weight double precision;
  begins double precision;
  first_begins double precision;
  grain double precision;
  answer double precision[];
begin
  select * into known from rate_leases where upstream = of_upstream for update;
  if not found then
    insert into rate_leases (upstream) values (of_upstream) on conflict do nothing;
    select * into known from rate_leases where upstream = of_upstream for update;
  end if;
  present := extract(epoch from clock_timestamp()) * 1000;
  -- A clock that was set back must hold nothing up: all times go back with it.
  back_ms := greatest(0, known.asked_at - present);
  known.last_at := known.last_at - back_ms;
  next_at := array(select e.begins - back_ms from unnest(known.next_at) with ordinality as e(begins, n) order by e.n);

  for i in 1..count_of loop
    one := named -> (i - 1);
    place := array_position(known.limits, one ->> 'name');
    if place is null then
      known.limits := known.limits || (one ->> 'name');
      -- Nothing is known of the second before the first lease: the database may have been restored.
      next_at := next_at || (present + least((one ->> 'windowMs')::double precision, 1000));
      place := array_length(known.limits, 1);
    end if;
    places[i] := place;
    spans[i] := (one ->> 'windowMs')::double precision + tolerance_ms;
    steps[i] := case when (one ->> 'isSpread')::boolean
      then spans[i] / (one ->> 'limit')::double precision else 0 end;
    most[i] := ceil((one ->> 'limit')::double precision);
    heads[i] := 1;
  end loop;

  -- What lies before the window is forgotten.
  select coalesce(array_agg(e.of_limit order by e.n), '{}'), coalesce(array_agg(e.begun - back_ms order by e.n), '{}'),
    coalesce(array_agg(e.weight order by e.n), '{}')
    into log_limit, log_at, log_weight
    from unnest(known.log_limit, known.log_at, known.log_weight) with ordinality as e(of_limit, begun, weight, n)
    left join unnest(places, spans) as asked(place, span) on asked.place = e.of_limit
    where asked.place is null or e.begun - back_ms + asked.span > present;
  size := coalesce(array_length(log_at, 1), 0);
  for i in 1..count_of loop
    select coalesce(sum(e.weight), 0), max(e.n) into weight, place
      from unnest(log_limit, log_weight) with ordinality as e(of_limit, weight, n)
      where e.of_limit = places[i];
    used[i] := weight;
    tails[i] := place;
  end loop;

  foreach weight in array weights loop
    -- Nobody passes who comes later, however light.
    begins := greatest(present, known.last_at);
    for i in 1..count_of loop
      begins := greatest(begins, next_at[places[i]]);
      while used[i] + weight > most[i] and heads[i] <= size loop
        if log_limit[heads[i]] = places[i] then
          used[i] := used[i] - log_weight[heads[i]];
          begins := greatest(begins, log_at[heads[i]] + spans[i]);
        end if;
        heads[i] := heads[i] + 1;
      end loop;
    end loop;
    if first_begins is null then
      first_begins := begins;
      answer := array[ceil(begins - present)];
      exit when begins - present > max_wait_ms;
    else
      exit when begins - first_begins > batch_ms;
    end if;
    for i in 1..count_of loop
      used[i] := used[i] + weight;
      if steps[i] > 0 then next_at[places[i]] := begins + weight * steps[i]; end if;
      grain := spans[i] / 100;
      -- Counted as of the later one, it is forgotten later than it might be, and never too early.
      if floor(log_at[tails[i]] / grain) = floor(begins / grain) then
        log_at[tails[i]] := begins;
        log_weight[tails[i]] := log_weight[tails[i]] + weight;
      else
        size := size + 1;
        log_limit[size] := places[i];
        log_at[size] := begins;
        log_weight[size] := weight;
        tails[i] := size;
      end if;
    end loop;
    known.last_at := begins;
    answer := answer || ceil(begins - present);
  end loop;

  known.next_at := next_at;
  known.log_limit := log_limit;
  known.log_at := log_at;
  known.log_weight := log_weight;
  update rate_leases as kept set asked_at = present, last_at = known.last_at, limits = known.limits,
    next_at = known.next_at, log_limit = known.log_limit, log_at = known.log_at, log_weight = known.log_weight
    where kept.upstream = of_upstream;
  return answer;
end $$`;

/**
 * The statements that make them. Times are milliseconds since 1970 by the server's clock, some with a fraction. Only `lease_rate` writes
 * `rate_leases`: the limits of an upstream, whose names are in the order of `next_at`, and the log of reservations in three columns.
 * `asked_at` shows whether the clock was set back.
 */
export const CREATE_RATE_TABLES: readonly string[] = [
  `create table rate_leases (
    upstream text primary key,
    asked_at double precision not null default 0,
    last_at double precision not null default 0,
    limits text[] not null default '{}',
    next_at double precision[] not null default '{}',
    log_limit integer[] not null default '{}',
    log_at double precision[] not null default '{}',
    log_weight double precision[] not null default '{}'
  )`,
  LEASE_FUNCTION,
];
