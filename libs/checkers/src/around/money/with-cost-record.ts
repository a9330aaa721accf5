import { type AnyChecker, askOf, type SameKind, sameKind } from '../../calls/same-kind.js';
import { CallCosts, type CostReport } from './call-costs.js';
import { type Price, PriceList } from './price-list.js';

export interface HasCosts {
  costReport(): CostReport;
}

/**
 * Counts calls, numbers and their price. Put it next to the upstream's checker, inside of everything that spares calls. A call that the
 * upstream refused or never got is free. A call that was aborted, or sent and not answered in a way that can be read, counts at the highest
 * price: it may have been charged.
 *
 * Throws TypeError or RangeError for a malformed price.
 */
export function withCostRecord<Checker extends AnyChecker>(
  checker: Checker,
  price: Price,
): SameKind<Checker> & HasCosts {
  const ask = askOf(checker);
  const costs = new CallCosts(new PriceList(price));

  const wrapped = sameKind(checker, async (asked, context) => {
    try {
      const answers = await ask(asked, context);
      costs.addAnswers(answers);
      return answers;
    } catch (error) {
      costs.addFailure(asked.length, error, context.signal.aborted);
      throw error;
    }
  });
  return Object.assign(wrapped, { costReport: () => costs.report() });
}
