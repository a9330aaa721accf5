import {
  type AccountPlan,
  ENOUGH_CREDITS,
  type Fault,
  FOR_GOOD,
  type Job,
  type Night,
  type Plan,
} from './plan.js';
import {
  accountPlan,
  act,
  fault,
  longFile,
  numberOf,
  silentUpstream,
  someOf,
  sureUpstream,
  upstreamPlan,
  type WebhookJob,
  webhook,
} from './plan-parts.js';
import { Random } from './random.js';

/**
 * The themes of worlds. `anything`: everything may happen. `calm`: no trouble at all. `takeover`: workers stand still while they have
 * chunks, so that others take them over. `turns`: a short file beside a long one, with few slots. `keys`: many checks with keys, over a
 * storage that fails now and then. `deliveries`: receivers in trouble, and workers that are killed while they deliver. `silence`: an
 * upstream that does not answer, and nothing else. `lists`: lists that are verified again after each night.
 */
const THEMES = [
  ...(['anything', 'anything', 'anything', 'calm', 'takeover', 'takeover'] as const),
  ...(['turns', 'keys', 'deliveries', 'deliveries', 'silence', 'lists', 'lists'] as const),
] as const;

/** The plan of a seed. */
export function planOf(seed: number): Plan {
  const random = new Random(seed);
  const theme = random.pick(THEMES);
  const plan = anyPlan(random, seed, theme === 'calm' || theme === 'turns' || theme === 'silence');
  switch (theme) {
    case 'anything':
    case 'calm':
      return plan;
    case 'takeover':
      return takeoverPlan(random, plan);
    case 'turns':
      return turnsPlan(random, plan);
    case 'keys':
      return keysPlan(random, plan);
    case 'deliveries':
      return deliveriesPlan(random, plan);
    case 'silence':
      return { ...plan, upstream: silentUpstream(random, plan.upstream) };
    case 'lists':
      return listsPlan(random, plan);
    default:
      return theme satisfies never;
  }
}

function anyPlan(random: Random, seed: number, isCalm: boolean): Plan {
  const storage = random.chance(0.75) ? 'sqlite' : 'memory';
  const servers = random.between(1, 2);
  const workers = random.between(1, 4);
  const maxIdleMs = random.pick([2_000, 15_000, 15_000]);
  const slots = random.pick([3, 100]);
  const chunkSize = random.pick([2, 4, 10]);
  const accounts = Array.from({ length: random.between(1, 3) }, (_, account) => accountPlan(random, account));
  const several = (most: number) => Array.from({ length: isCalm ? 0 : random.between(0, most) });
  return {
    ...{ seed, storage, servers, workers, maxIdleMs, slots, chunkSize, accounts },
    upstream: upstreamPlan(random, isCalm),
    faults: several(8).map(() => fault(random, servers + workers)),
    // Accounts in memory cannot be suspended or erased.
    acts: storage === 'memory' ? [] : several(3).map(() => act(random, accounts.length)),
    nights: [],
  };
}

function takeoverPlan(random: Random, plan: Plan): Plan {
  const { servers } = plan;
  const workers = random.between(2, 3);
  const freeze = (): Fault[] => {
    const at = random.between(1_000, 20_000);
    // Longer than a lease.
    const forMs = random.pick([11_000, 14_000, 25_000]);
    const process = servers + random.between(0, workers - 1);
    // The process continues while its storage fails, and notices the lost leases.
    const failing = {
      kind: 'storage fails',
      at: at + forMs - 500,
      forMs: 3_000,
      process,
      share: 0.5,
    } as const;
    return [{ kind: 'freeze', at, forMs, process, share: 1 }, ...(random.chance(0.5) ? [failing] : [])];
  };
  return {
    ...plan,
    // Each store has its own leases.
    storage: random.pick(['sqlite', 'memory']),
    ...{ workers, slots: 3, chunkSize: 10, acts: [] },
    accounts: [{ credits: ENOUGH_CREDITS, people: [[longFile(random, 0, 1)]] }],
    upstream: { ...sureUpstream(random.pick([500, 1_500])), bulk: plan.upstream.bulk },
    faults: Array.from({ length: random.between(1, 4) }, freeze).flat(),
  };
}

function turnsPlan(random: Random, plan: Plan): Plan {
  const short = (id: number): Job => ({ ...longFile(random, 1, id), cells: [numberOf(random, 1, id, 0)] });
  return {
    ...plan,
    ...{ workers: 1, maxIdleMs: 2_000, slots: 3, upstream: sureUpstream(random.pick([900, 2_000])) },
    accounts: [
      { credits: ENOUGH_CREDITS, people: [[longFile(random, 0, 1)], [longFile(random, 0, 2)]] },
      { credits: ENOUGH_CREDITS, people: [[short(1), short(2)]] },
    ],
  };
}

/** The number of checks of one person, each with a key. */
const CHECKS_OF_ONE = 8;

function keysPlan(random: Random, plan: Plan): Plan {
  const { servers, storage, workers } = plan;
  const people = Array.from({ length: 3 }, (_, person) =>
    Array.from({ length: CHECKS_OF_ONE }, (_job, at): Job => {
      const id = 1 + person * CHECKS_OF_ONE + at;
      const number = numberOf(random, 0, id, 0);
      return { kind: 'check', id, afterMs: random.between(0, 3_000), number, isSuppressed: false };
    }),
  );
  // Few calls fail: most requests have to do their work, so that only the reply is lost.
  const failing = (): Fault => ({
    ...{
      kind: random.pick(['storage fails', 'storage fails', 'kill'] as const),
      at: random.between(0, 8_000),
    },
    ...{ share: random.pick([0.05, 0.1]), forMs: random.pick([500, 5_000, 20_000]) },
    process: random.between(0, servers + workers - 1),
  });
  return {
    ...plan,
    accounts: [{ credits: ENOUGH_CREDITS, people }],
    upstream: sureUpstream(random.pick([1, 900])),
    faults: Array.from({ length: 8 }, failing),
    acts: storage === 'memory' ? [] : [act(random, 1), act(random, 1)],
  };
}

function deliveriesPlan(random: Random, plan: Plan): Plan {
  const { servers } = plan;
  const workers = random.between(1, 2);
  const shortFile = (account: number, id: number): Job => {
    const afterMs = random.between(0, 8_000);
    return { ...longFile(random, account, id), afterMs, cells: [numberOf(random, account, id, 0)] };
  };
  // Most receivers are slow, so that many deliveries are under way when a worker is killed.
  const lasting = (id: number): WebhookJob => {
    const { receiver, ...job } = webhook(random, id);
    if (random.chance(0.4)) return { ...job, receiver };
    return {
      ...job,
      receiver: { trouble: random.pick(['slow', 'silent'] as const), from: 0, until: 30_000 },
    };
  };
  const working = (job: WebhookJob): Job => ({
    ...{ ...job, removeAfterMs: null },
    receiver: { trouble: 'none', from: 0, until: 0 },
  });
  const isCalm = random.chance(0.25);
  const strike = (): Fault => ({
    ...{ kind: random.pick(['kill', 'kill', 'hand over', 'freeze', 'storage fails'] as const), share: 0.5 },
    at: random.between(3_000, 30_000),
    forMs: random.pick([500, 5_000, 65_000]),
    process: servers + random.between(0, workers - 1),
  });
  return {
    ...plan,
    ...{ workers, maxIdleMs: 2_000, upstream: sureUpstream(100) },
    accounts: [0, 1].map((account) => ({
      credits: ENOUGH_CREDITS,
      people: [
        [1, 2, 3, 4].map((id) => shortFile(account, id)),
        // In a world without trouble, the other account has a working receiver, whose deliveries nothing may delay.
        [isCalm && account === 1 ? working(lasting(5)) : lasting(5)],
        ...(random.chance(0.5) ? [[lasting(6)]] : []),
      ],
    })),
    faults: Array.from({ length: isCalm ? 0 : random.between(2, 8) }, strike),
    acts: [],
  };
}

function listsPlan(random: Random, plan: Plan): Plan {
  const { servers } = plan;
  const workers = random.between(2, 3);
  const account = (at: number): AccountPlan => {
    const { cells, ...file } = longFile(random, at, 1);
    const rows = cells.slice(0, random.between(2, cells.length));
    const listed = { ...file, cells: rows, suppressed: someOf(random, rows, 0.5) };
    // An old secret is valid for a day, and a receiver that never recovers would be tried again at night.
    const { receiver, ...job } = { ...webhook(random, 2), rotateAfterMs: null };
    const until = receiver.until === FOR_GOOD ? 0 : receiver.until;
    return {
      // Some can pay for a few runs only.
      credits: random.chance(0.75) ? ENOUGH_CREDITS : random.between(rows.length, 60),
      people: [
        [{ ...listed, list: { suppressed: someOf(random, rows, 0.5) } }],
        ...(random.chance(0.7) ? [[{ ...job, receiver: { ...receiver, until } }]] : []),
      ],
    };
  };
  // Mostly around the due time and while its run is under way.
  const strike = (): Fault => ({
    ...{ kind: random.pick(['kill', 'kill', 'hand over', 'freeze', 'storage fails'] as const), share: 0.5 },
    at: random.between(8_000, 20_000),
    forMs: random.pick([500, 5_000, 15_000, 65_000]),
    process: random.between(0, servers + workers - 1),
  });
  const night = (): Night => ({
    days: random.pick([1, 1, 2]),
    faults: Array.from({ length: random.between(0, 5) }, strike),
  });
  return {
    ...plan,
    ...{ workers, acts: [], faults: [] },
    accounts: Array.from({ length: random.between(1, 2) }, (_, at) => account(at)),
    nights: Array.from({ length: random.between(1, 3) }, night),
  };
}
