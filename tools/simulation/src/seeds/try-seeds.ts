import { planOf } from './make-plan.js';
import type { Plan } from './plan.js';
import { runWorld, type WorldEnd } from './run-world.js';
import { shrink } from './shrink.js';

/** A world in which something did not hold. */
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
  // A smaller world that breaks another rule would show another defect.
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

/** What failed, as text: the seed, the rules, the smallest plan, and its last events. */
export function shownFailure({ end, plan, smallest, smallestEnd }: FailedWorld): string {
  return [
    `seed ${plan.seed}: ${end.violations.join('; ')}`,
    `smallest: ${JSON.stringify(smallest)}`,
    ...smallestEnd.violations.map((violation) => `  ${violation}`),
    ...smallestEnd.latest.map((event) => `  ${event}`),
  ].join('\n');
}
