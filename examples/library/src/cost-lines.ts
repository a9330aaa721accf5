import type { ConfiguredChecker } from '@dialproof/checkers/settings';

/** What each upstream was asked and what it costs, where a price is set. */
export function costLines({ costReports }: Pick<ConfiguredChecker, 'costReports'>): string[] {
  return (costReports() ?? []).map(({ name, report }) => {
    const { calls, cost, numbers } = report;
    const times = calls === 1 ? '1 call' : `${calls.toLocaleString('en')} calls`;
    return `${name}: ${times} about ${numbers.toLocaleString('en')} numbers, which cost ${cost.toLocaleString('en', { maximumFractionDigits: 6 })}`;
  });
}
