import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CostReport } from '@dialproof/checkers/around';
import { type CheckerName, configuredChecker } from '@dialproof/checkers/settings';
import { MemoryAnswerCache } from '@dialproof/core';
import { type SoakStack, type StackOptions, seenNumbers } from './soak-checker.js';
import { API_KEY, appDescription } from './soak-upstream.js';

/** Infobip's limit, which settings cannot change. */
const NUMBERS_PER_CALL = 1_000;

/**
 * The checker that the example server makes from settings: evidence, the app's API by its description, and the lookup of lines. Each
 * upstream has the same rate. Only the service retries numbers, and there is no circuit breaker.
 */
export async function configuredStack(options: StackOptions): Promise<SoakStack> {
  const { appsUrl, folder, limits, linesUrl, numbers, seed } = options;
  const description = join(folder, 'app.json');
  await writeFile(description, JSON.stringify(appDescription(appsUrl)));
  const { checker, checkConcurrency, costReports, maxCallsPerSecond } = configuredChecker({
    names: 'evidence,http,infobip',
    settings: {
      DIALPROOF_HTTP_CHECKER: description,
      DIALPROOF_INFOBIP_URL: linesUrl,
      DIALPROOF_INFOBIP_API_KEY: API_KEY,
      DIALPROOF_CALLS_PER_SECOND: String(limits.appCallsPerSecond),
      DIALPROOF_CACHE_HOURS: '24',
      DIALPROOF_BATCH_MS: '250',
      DIALPROOF_PRICE_PER_NUMBER: '0.001',
      DIALPROOF_SPENDING_LIMIT: '1000000',
    },
    observations: await seenNumbers(numbers, seed),
    answerCache: () => new MemoryAnswerCache({ maxNumbers: numbers.size }),
    checkDeadlineMs: options.checkDeadlineMs,
  });
  const costsOf = (wanted: CheckerName): CostReport => {
    const found = costReports()?.find(({ name }) => name === wanted);
    if (found === undefined) throw new Error(`there is no record of what ${wanted} costs`);
    return found.report;
  };
  return {
    checker,
    checkConcurrency,
    maxCallsPerSecond,
    numbersPerCall: NUMBERS_PER_CALL,
    costs: () => ({ apps: costsOf('http'), lines: costsOf('infobip') }),
  };
}
