import {
  type AccountPlan,
  type Act,
  ENOUGH_CREDITS,
  FAILS_ALWAYS,
  type Fault,
  type Job,
  numbersOf,
  type Plan,
  TROUBLE_MS,
  type UpstreamPlan,
} from './plan.js';
import { Random } from './random.js';

/**
 * What a world is about. `anything`: everything may happen. `calm`: no trouble at all. `takeover`: workers stand still while they have chunks, so that
 * others take them over. `turns`: a short file beside a long one, with few slots. `keys`: many checks with keys, over a storage that fails now and then.
 */
const THEMES = ['anything', 'anything', 'anything', 'calm', 'takeover', 'turns', 'keys'] as const;

/** The plan that a seed makes up. */
export function planOf(seed: number): Plan {
  const random = new Random(seed);
  const theme = random.pick(THEMES);
  const plan = anyPlan(random, seed, theme === 'calm' || theme === 'turns');
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
  };
}

function takeoverPlan(random: Random, plan: Plan): Plan {
  const { servers } = plan;
  const workers = random.between(2, 3);
  const freeze = (): Fault => ({
    ...{ kind: 'freeze', share: 1, at: random.between(1_000, 20_000) },
    forMs: random.pick([61_000, 65_000, 90_000]),
    process: servers + random.between(0, workers - 1),
  });
  return {
    ...plan,
    ...{ workers, slots: 3, chunkSize: 10, acts: [] },
    accounts: [{ credits: ENOUGH_CREDITS, people: [[longFile(random, 0, 1)]] }],
    upstream: { ...sureUpstream(random.pick([500, 1_500])), bulk: plan.upstream.bulk },
    faults: Array.from({ length: random.between(1, 4) }, freeze),
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

function keysPlan(random: Random, plan: Plan): Plan {
  const { servers, storage, workers } = plan;
  const people = Array.from({ length: 3 }, (_, person) =>
    Array.from({ length: 4 }, (_job, at): Job => {
      const id = 1 + person * 4 + at;
      return { kind: 'check', id, afterMs: random.between(0, 3_000), number: numberOf(random, 0, id, 0) };
    }),
  );
  const failing = (): Fault => ({
    ...{ kind: random.pick(['storage fails', 'kill'] as const), share: 0.2, at: random.between(0, 20_000) },
    forMs: random.pick([500, 5_000]),
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

/** An upstream that answers every question. */
function sureUpstream(answerMs: number): UpstreamPlan {
  return { bulk: null, answerMs: [answerMs, answerMs * 2], failing: 0, late: 0, nonsense: 0, outages: [] };
}

/** A file that takes long and is left alone. */
function longFile(random: Random, account: number, id: number): Extract<Job, { readonly kind: 'file' }> {
  const cells = Array.from({ length: 25 }, (_, index) => numberOf(random, account, id, index));
  const leftAlone = { cancelAfterMs: null, retries: false, deletes: false };
  return { ...{ kind: 'file', id, afterMs: random.between(0, 1_000), cells }, ...leftAlone };
}

/** A number that belongs to one job alone. */
function numberOf(random: Random, account: number, job: number, index: number): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const ending = random.chance(0.05) ? FAILS_ALWAYS : String(random.between(10, 99));
  return `${numbersOf(account)}${twoDigits(job)}${twoDigits(index)}${ending}`;
}

function accountPlan(random: Random, account: number): AccountPlan {
  let id = 0;
  const people = Array.from({ length: random.between(1, 2) }, () =>
    Array.from({ length: random.between(1, 4) }, () => {
      id += 1;
      return job(random, account, id);
    }),
  );
  return { credits: random.chance(0.8) ? ENOUGH_CREDITS : random.between(0, 30), people };
}

function job(random: Random, account: number, id: number): Job {
  const afterMs = random.between(0, 8_000);
  const number = (index: number) => numberOf(random, account, id, index);
  if (random.chance(0.4)) return { kind: 'check', id, afterMs, number: number(0) };
  const numbers = Array.from(
    { length: random.chance(0.3) ? random.between(1, 3) : random.between(4, 25) },
    (_, index) => number(index),
  );
  const cells = numbers.flatMap((text) => {
    if (random.chance(0.1)) return [text, random.pick(['n/a', '', '2026-01-05'])];
    return random.chance(0.1) ? [text, text.replace('+4179', '+41 79 ')] : [text];
  });
  return {
    ...{ kind: 'file', id, afterMs, cells },
    cancelAfterMs: random.chance(0.2) ? random.between(0, 10_000) : null,
    retries: random.chance(0.5),
    deletes: random.chance(0.2),
  };
}

function upstreamPlan(random: Random, isCalm: boolean): UpstreamPlan {
  const least = random.pick([1, 100, 900, 3_000]);
  const share = (most: number) => (isCalm || random.chance(0.6) ? 0 : random.fraction() * most);
  return {
    bulk: random.chance(0.35) ? random.pick([3, 10, 100]) : null,
    // Always within the deadline of ten seconds.
    answerMs: [least, least * random.between(1, 3)],
    failing: share(0.3),
    late: share(0.1),
    nonsense: share(0.1),
    outages: Array.from({ length: isCalm ? 0 : random.between(0, 2) }, () => {
      const from = momentOf(random);
      return [from, from + random.pick([100, 5_000, 60_000])] as const;
    }),
  };
}

function fault(random: Random, processes: number): Fault {
  const kind = random.pick([
    'kill',
    'kill',
    'freeze',
    'freeze',
    'storage fails',
    'storage fails',
    'clock jumps',
  ] as const);
  const forMs = {
    kill: random.pick([0, 500, 5_000, 100_000]),
    freeze: random.pick([100, 5_000, 65_000, 65_000, 130_000]),
    'storage fails': random.pick([10, 3_000, 30_000]),
    'clock jumps': random.pick([-3_600_000, -1_000, 1_000, 86_400_000]),
  }[kind];
  const process = random.between(0, processes - 1);
  return { at: momentOf(random), process, kind, forMs, share: random.pick([0.2, 1]) };
}

/** A moment of trouble: more often at first, when most is going on. */
function momentOf(random: Random): number {
  return Math.floor(random.fraction() * random.fraction() * TROUBLE_MS);
}

function act(random: Random, accounts: number): Act {
  return {
    at: momentOf(random),
    account: random.between(0, accounts - 1),
    kind: random.pick(['suspend', 'rotate', 'erase'] as const),
    forMs: random.pick([1_000, 120_000]),
  };
}
