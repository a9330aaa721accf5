import {
  CheckerSettingsError,
  type ConfiguredChecker,
  configuredChecker,
} from '@dialproof/checkers/settings';
import type { NumberChecker } from '@dialproof/core';
import { SqlAnswerCache, SqlSpendingCounts } from '@dialproof/sql';
import type { Log } from '../log/logging.js';
import type { Settings } from '../settings/settings.js';
import { StartRefusal } from '../settings/start-refusal.js';
import type { Storage } from '../storage/storage.js';
import type { SharedParts } from './shared-parts.js';

/** The checker with its bounds. */
export type Checking = Pick<
  ConfiguredChecker,
  'checker' | 'checkConcurrency' | 'maxCallsPerSecond' | 'names'
> &
  Partial<Pick<ConfiguredChecker, 'costReports'>>;

/** The given checker, or that of the settings after a test. Rejects with StartRefusal if the settings are wrong. */
export async function checkingOf(
  settings: Settings,
  { checker, log }: { readonly checker?: NumberChecker; readonly log: Log },
  { database, observations, rateStore }: Storage & Pick<SharedParts, 'rateStore'>,
): Promise<Checking> {
  const any = Number.POSITIVE_INFINITY;
  if (checker !== undefined) return { checker, names: [], checkConcurrency: any, maxCallsPerSecond: any };
  try {
    const checking = configuredChecker({
      checkers: settings.checkers(),
      checkDeadlineMs: settings.checkDeadlineMs,
      sandbox: { delayMs: settings.sandboxDelayMs },
      observations,
      answerCache: (name) => new SqlAnswerCache({ database, name }),
      spendingCounts: new SqlSpendingCounts({ database, name: 'checkers' }),
      ...(rateStore === undefined ? {} : { sharedRate: { store: rateStore, processes: settings.processes } }),
      onFailedEntry: (problem) =>
        log.warn({ checker: 'http', problem }, 'numbers of an answer are failed checks'),
      onLinkFailure: ({ error, name }) => log.warn({ checker: name, error }, 'a link of the chain failed'),
    });
    await checking.tryOut();
    return checking;
  } catch (error) {
    throw error instanceof CheckerSettingsError ? new StartRefusal(error.message) : error;
  }
}

export function logCosts(log: Log, { costReports }: Checking): void {
  for (const { name, report } of costReports?.() ?? []) {
    log.info({ checker: name, ...report }, 'what the upstream was asked, and what it costs');
  }
}
