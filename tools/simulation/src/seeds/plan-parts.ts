import {
  type AccountPlan,
  type Act,
  ENOUGH_CREDITS,
  FAILS_ALWAYS,
  type Fault,
  FOR_GOOD,
  type Job,
  numbersOf,
  TROUBLE_MS,
  type UpstreamPlan,
} from './plan.js';
import type { Random } from './random.js';

export type WebhookJob = Extract<Job, { readonly kind: 'webhook' }>;

/** An upstream that answers every question. */
export function sureUpstream(answerMs: number): UpstreamPlan {
  return {
    ...{ bulk: null, answerMs: [answerMs, answerMs * 2], failing: 0, late: 0, nonsense: 0, outages: [] },
    ...{ silent: 0, silences: [], mute: null },
  };
}

/** An upstream that answers late, or not at all. */
export function silentUpstream(random: Random, upstream: UpstreamPlan): UpstreamPlan {
  return {
    ...upstream,
    late: random.pick([0, 0.3]),
    silent: random.pick([0, 0.2]),
    mute: upstream.bulk === null && random.chance(0.5) ? String(random.between(0, 9)) : null,
    silences: random.chance(0.5) ? [spell(random)] : [],
  };
}

const RECEIVERS = ['errors', 'gone', 'slow', 'silent', 'away', 'breaks off'] as const;

/** A webhook, with its own person. */
export function webhook(random: Random, id: number): WebhookJob {
  const trouble = random.chance(0.3) ? 'none' : random.pick(RECEIVERS);
  const [from, until] = spell(random);
  return {
    ...{ kind: 'webhook', id, afterMs: random.between(0, 3_000) },
    receiver: { trouble, from, until: trouble !== 'none' && random.chance(0.1) ? FOR_GOOD : until },
    rotateAfterMs: random.chance(0.4) ? random.between(0, 20_000) : null,
    removeAfterMs: random.chance(0.3) ? random.between(0, 30_000) : null,
  };
}

/** A time of trouble. */
function spell(random: Random): readonly [from: number, until: number] {
  const from = momentOf(random);
  return [from, from + random.pick([100, 5_000, 60_000])];
}

/** A long file that nobody cancels or retries. */
export function longFile(
  random: Random,
  account: number,
  id: number,
): Extract<Job, { readonly kind: 'file' }> {
  const cells = Array.from({ length: 25 }, (_, index) => numberOf(random, account, id, index));
  const leftAlone = { cancelAfterMs: null, retries: false, deletes: false, suppressed: [], list: null };
  return { ...{ kind: 'file', id, afterMs: random.between(0, 1_000), cells }, ...leftAlone };
}

/** A number that belongs to one job alone. */
export function numberOf(random: Random, account: number, job: number, index: number): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const ending = random.chance(0.05) ? FAILS_ALWAYS : String(random.between(10, 99));
  return `${numbersOf(account)}${twoDigits(job)}${twoDigits(index)}${ending}`;
}

export function accountPlan(random: Random, account: number): AccountPlan {
  let id = 0;
  const people = Array.from({ length: random.between(1, 2) }, () =>
    Array.from({ length: random.between(1, 4) }, () => {
      id += 1;
      return job(random, account, id);
    }),
  );
  const webhooks = random.chance(0.3) ? [[webhook(random, id + 1)]] : [];
  return {
    credits: random.chance(0.8) ? ENOUGH_CREDITS : random.between(0, 30),
    people: [...people, ...webhooks],
  };
}

function job(random: Random, account: number, id: number): Job {
  const afterMs = random.between(0, 8_000);
  const number = (index: number) => numberOf(random, account, id, index);
  if (random.chance(0.4))
    return { kind: 'check', id, afterMs, number: number(0), isSuppressed: random.chance(0.1) };
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
    suppressed: someOf(random, numbers, 0.2),
    list: null,
  };
}

/** With this chance, some of the items. */
export function someOf<Item>(random: Random, items: readonly Item[], share: number): readonly Item[] {
  return random.chance(share) ? items.filter(() => random.chance(0.3)) : [];
}

export function upstreamPlan(random: Random, isCalm: boolean): UpstreamPlan {
  const least = random.pick([1, 100, 900, 3_000]);
  const share = (most: number) => (isCalm || random.chance(0.6) ? 0 : random.fraction() * most);
  return {
    bulk: random.chance(0.35) ? random.pick([3, 10, 100]) : null,
    // Always within the deadline of ten seconds.
    answerMs: [least, least * random.between(1, 3)],
    failing: share(0.3),
    late: share(0.1),
    nonsense: share(0.1),
    silent: share(0.1),
    mute: null,
    silences: Array.from({ length: isCalm || random.chance(0.8) ? 0 : 1 }, () => spell(random)),
    outages: Array.from({ length: isCalm ? 0 : random.between(0, 2) }, () => spell(random)),
  };
}

export function fault(random: Random, processes: number): Fault {
  const kind = random.pick([
    ...(['kill', 'kill', 'hand over', 'freeze', 'freeze'] as const),
    ...(['storage fails', 'storage fails', 'clock jumps'] as const),
  ]);
  const forMs = {
    'hand over': 0,
    kill: random.pick([0, 500, 5_000, 100_000]),
    freeze: random.pick([100, 5_000, 65_000, 65_000, 130_000]),
    'storage fails': random.pick([10, 3_000, 30_000]),
    'clock jumps': random.pick([-3_600_000, -1_000, 1_000, 86_400_000]),
  }[kind];
  const process = random.between(0, processes - 1);
  return { at: momentOf(random), process, kind, forMs, share: random.pick([0.2, 1]) };
}

/** A random moment of trouble. Early moments are more likely: most jobs run then. */
function momentOf(random: Random): number {
  return Math.floor(random.fraction() * random.fraction() * TROUBLE_MS);
}

export function act(random: Random, accounts: number): Act {
  return {
    at: momentOf(random),
    account: random.between(0, accounts - 1),
    kind: random.pick(['suspend', 'rotate', 'erase'] as const),
    forMs: random.pick([1_000, 120_000]),
  };
}
