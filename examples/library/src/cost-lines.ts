import type { ConfiguredChecker } from '@dialproof/checkers/settings';

/** What each upstream was asked and what it costs, where a price is set, and the sum of several. */
export function costLines({ costReports }: Pick<ConfiguredChecker, 'costReports'>): string[] {
  const reports = costReports() ?? [];
  const lines = reports.map(({ name, report }) => {
    const { calls, cost, numbers, possiblyCharged } = report;
    const times = calls === 1 ? '1 call' : `${calls.toLocaleString('en')} calls`;
    const unsure =
      possiblyCharged.cost === 0
        ? ''
        : `, ${money(possiblyCharged.cost)} of it for calls without an answer that can be read, which may have been charged`;
    return `${name}: ${times} about ${numbers.toLocaleString('en')} numbers, which cost ${money(cost)}${unsure}`;
  });
  if (reports.length < 2) return lines;
  return [...lines, `All together: ${money(reports.reduce((sum, { report }) => sum + report.cost, 0))}`];
}

/** Costs are exact to a millionth. */
function money(amount: number): string {
  return amount.toLocaleString('en', { maximumFractionDigits: 6 });
}
