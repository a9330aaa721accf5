import { planOf } from './make-plan.js';
import type { AccountPlan, Plan } from './plan.js';
import { runWorld, type WorldEnd } from './run-world.js';

/** A world that broke a rule. */
export interface FailedWorld {
  readonly plan: Plan;
  readonly end: WorldEnd;
  /** The smallest plan that fails as well, and its end. */
  readonly smallest: Plan;
  readonly smallestEnd: WorldEnd;
}

export async function trySeed(
  seed: number,
  template: Uint8Array,
  { shrinks = true }: { readonly shrinks?: boolean } = {},
): Promise<WorldEnd | FailedWorld> {
  const plan = planOf(seed);
  const end = await runWorld(plan, template);
  if (end.violations.length === 0) return end;
  if (!shrinks) return { plan, end, smallest: plan, smallestEnd: end };
  // Only the same rules count: another rule would show another defect.
  const rules = new Set(end.violations.map(ruleOf));
  const smallest = await shrink(plan, async (smaller) => {
    const { violations } = await runWorld(smaller, template);
    return violations.some((violation) => rules.has(ruleOf(violation)));
  });
  return { plan, end, smallest, smallestEnd: await runWorld(smallest, template) };
}

/** A violation without its accounts, numbers and times. */
function ruleOf(violation: string): string {
  return violation.replace(/\d+/g, '');
}

/** A failure as text: the seed, the rules, the smallest plan, and its last events. */
export function shownFailure({ end, plan, smallest, smallestEnd }: FailedWorld): string {
  return [
    `seed ${plan.seed}: ${end.violations.join('; ')}`,
    `smallest: ${JSON.stringify(smallest)}`,
    ...smallestEnd.violations.map((violation) => `  ${violation}`),
    ...smallestEnd.latest.map((event) => `  ${event}`),
  ].join('\n');
}

/** Whether a plan still fails. */
type Fails = (plan: Plan) => Promise<boolean>;

/** Removes the accounts, jobs, faults, acts and processes without which the plan fails as well. */
async function shrink(plan: Plan, fails: Fails): Promise<Plan> {
  let smallest = plan;
  for (;;) {
    const before = smallest;
    for (const smaller of simplerPlans(smallest)) {
      if (await fails(smaller)) {
        smallest = smaller;
        break;
      }
    }
    if (smallest === before) return smallest;
  }
}

/** Plans with one part less, the largest parts first. An account keeps its place, since the others are found by theirs. */
function* simplerPlans(plan: Plan): Generator<Plan> {
  const { accounts, acts, faults, nights, servers, upstream, workers } = plan;
  for (const [at, account] of accounts.entries()) {
    if (account.people.length > 0) yield withAccount(plan, at, { ...account, people: [] });
  }
  for (const at of faults.keys()) yield { ...plan, faults: faults.toSpliced(at, 1) };
  for (const [at, night] of nights.entries()) {
    yield { ...plan, nights: nights.toSpliced(at, 1) };
    for (const fault of night.faults.keys())
      yield { ...plan, nights: nights.with(at, { ...night, faults: night.faults.toSpliced(fault, 1) }) };
  }
  for (const at of acts.keys()) yield { ...plan, acts: acts.toSpliced(at, 1) };
  for (const at of upstream.outages.keys())
    yield { ...plan, upstream: { ...upstream, outages: upstream.outages.toSpliced(at, 1) } };
  for (const at of upstream.silences.keys())
    yield { ...plan, upstream: { ...upstream, silences: upstream.silences.toSpliced(at, 1) } };
  if (upstream.mute !== null) yield { ...plan, upstream: { ...upstream, mute: null } };
  for (const share of ['failing', 'late', 'nonsense', 'silent'] as const) {
    if (upstream[share] > 0) yield { ...plan, upstream: { ...upstream, [share]: 0 } };
  }
  for (const [at, account] of accounts.entries()) {
    for (const person of account.people.keys()) {
      const jobs = account.people[person] ?? [];
      for (const job of jobs.keys()) {
        const people = account.people.with(person, jobs.toSpliced(job, 1));
        yield withAccount(plan, at, { ...account, people: people.filter(({ length }) => length > 0) });
      }
    }
  }
  // Faults name their process by its index, servers first.
  const isLastUnused = [...faults, ...nights.flatMap((night) => night.faults)].every(
    ({ process }) => process < servers + workers - 1,
  );
  if (workers > 1 && isLastUnused) yield { ...plan, workers: workers - 1 };
}

function withAccount(plan: Plan, at: number, account: AccountPlan): Plan {
  return { ...plan, accounts: plan.accounts.with(at, account) };
}
