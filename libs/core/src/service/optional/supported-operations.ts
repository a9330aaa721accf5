import type { DailyCreditsSettings } from '../../batch/daily-credits.js';
import { notSupported } from '../../model/errors.js';
import type { AccountSuspensions } from '../../ports/optional/account-suspensions.js';
import type { CreditStatement } from '../../ports/optional/credit-statement.js';
import type { SuppressionList } from '../../ports/optional/suppression-list.js';
import type { TaskArchive } from '../../ports/optional/task-archive.js';

/** The operations that a service supports, which depend on its optional ports. */
export interface SupportedOperations {
  /** `list`: with the option `archive`. */
  readonly list: boolean;
  /** `rows`: with the option `archive`. */
  readonly rows: boolean;
  /** `changes`: with the option `archive`. */
  readonly changes: boolean;
  /** `remove`: with the option `archive`. */
  readonly remove: boolean;
  /** `eraseNumber`: with the option `archive`. */
  readonly eraseNumber: boolean;
  /** `creditEntries`: with the option `statement`. */
  readonly creditEntries: boolean;
  /** Whether credentials may have a cap on their credits a day: with the option `creditCounts`. */
  readonly dailyCaps: boolean;
}

/** The optional ports for further operations. */
export interface OptionalPorts {
  readonly archive: TaskArchive | null;
  readonly statement: CreditStatement | null;
  readonly suspensions: AccountSuspensions | null;
  readonly suppressions: SuppressionList | null;
}

export function supportedOperations({
  archive,
  creditCounts,
  statement,
}: Pick<OptionalPorts, 'archive' | 'statement'> &
  Pick<DailyCreditsSettings, 'creditCounts'>): SupportedOperations {
  const hasArchive = archive !== null;
  return Object.freeze({
    list: hasArchive,
    rows: hasArchive,
    changes: hasArchive,
    remove: hasArchive,
    eraseNumber: hasArchive,
    creditEntries: statement !== null,
    dailyCaps: creditCounts !== null,
  });
}

/** The port for suspending accounts. Throws `not_supported` if the service was made without it. */
export function suspensionsOf({ suspensions }: Pick<OptionalPorts, 'suspensions'>): AccountSuspensions {
  if (suspensions === null) throw notSupported('suspensions');
  return suspensions;
}
