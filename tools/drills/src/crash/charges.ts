import type { StoredTask } from '../server/stored-tasks.js';
import type { DrillState } from './drill-state.js';

/**
 * Compares the credits left with those granted, less each number of each stored task once and each single check once. Single checks
 * whose answer was lost by a kill may have been charged or not.
 */
export function checkCharges(
  state: DrillState,
  stored: readonly StoredTask[],
  available: readonly number[],
): void {
  const { accounts, singles, tasks, unanswered, violations } = state;
  const storedNames = new Set(stored.map(({ fileName }) => fileName));
  const charged = [...tasks, ...unanswered.filter(({ file }) => storedNames.has(file.name))];
  for (const [place, account] of accounts.entries()) {
    const ofFiles = charged
      .filter((each) => each.account === account)
      .reduce((sum, { file }) => sum + file.charged, 0);
    const rest = account.credits - ofFiles - (available[place] ?? 0);
    const isLast = place === accounts.length - 1;
    const [least, most] = isLast ? [singles.answered, singles.answered + singles.unanswered] : [0, 0];
    if (rest >= least && rest <= most) continue;
    violations.add(
      `account ${place}: ${account.credits} granted, ${available[place]} left, ${ofFiles} numbers verified in files: ` +
        `the other ${rest} credits should be ${least} to ${most}`,
    );
  }
}
