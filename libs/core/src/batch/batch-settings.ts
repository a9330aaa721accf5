import type { Clock } from '../ports/clock.js';
import type { CreditLedger } from '../ports/credit-ledger.js';
import type { TaskStore } from '../ports/task-store.js';
import type { TableLimits } from '../tables/table-limits.js';
import type { TaskWatchers } from './task-watchers.js';

/** What every step of a batch works with. Made once by the service. */
export interface BatchSettings {
  readonly store: TaskStore;
  readonly ledger: CreditLedger;
  readonly clock: Clock;
  readonly watchers: TaskWatchers;
  readonly tableLimits: TableLimits;
  readonly maxRows: number;
  readonly neutralizeFormulas: boolean;
  readonly chunkSize: number;
  readonly leaseMs: number;
  readonly tempDirectory: string;
  /** Is told of failures that no caller sees, since what failed will be repeated. */
  readonly onError: (error: unknown) => void;
}
