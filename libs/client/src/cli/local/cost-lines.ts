import type { ConfiguredChecker } from '@dialproof/checkers/settings';
import { counted } from '../terminal/format.js';

/** The calls and the cost of each upstream with a price, and the sum of several. */
export function costLines({ costReports }: Pick<ConfiguredChecker, 'costReports'>): readonly string[] {
  const reports = costReports() ?? [];
  const lines = reports.map(({ name, report }) => {
    const { calls, cost, numbers, possiblyCharged } = report;
    const unsure =
      possiblyCharged.cost === 0
        ? ''
        : `, ${money(possiblyCharged.cost)} of it for calls without an answer that can be read, which may have been charged`;
    return `${name}: ${counted(calls, 'call')} about ${counted(numbers, 'number')}, which cost ${money(cost)}${unsure}`;
  });
  if (reports.length < 2) return lines;
  return [...lines, `All together: ${money(reports.reduce((sum, { report }) => sum + report.cost, 0))}`];
}

/** The possible cost of numbers, before any of them is checked. */
export function costForecast(
  { highestCost, names }: Pick<ConfiguredChecker, 'highestCost' | 'names'>,
  numbers: number,
): string {
  const by = `Verified by ${checkersText(names)}`;
  const cost = highestCost(numbers);
  if (cost === undefined) return `${by}. What it costs is not known: not every upstream has a price.`;
  if (cost === 0) return `${by}. It costs nothing.`;
  return `${by}. It costs at most ${money(cost)} by the prices that are set, if each number is asked about once.`;
}

/** `twilio`; `the sandbox (its results are MADE UP)`. */
export function checkersText(names: readonly string[]): string {
  const text = names.map((name) => (name === 'sandbox' ? 'the sandbox' : name)).join(', ');
  return names.includes('sandbox') ? `${text} (its results are MADE UP)` : text;
}

/** Costs are exact to a millionth. */
function money(amount: number): string {
  return amount.toLocaleString('en', { maximumFractionDigits: 6 });
}
