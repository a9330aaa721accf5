import { accountsAndTokens } from './0001-accounts-and-tokens.js';
import { credits } from './0002-credits.js';
import { tasks } from './0003-tasks.js';
import { tasksSecondVersion } from './0004-tasks-second-version.js';
import { outageReason } from './0005-outage-reason.js';
import { observations } from './0006-observations.js';
import { taskSources } from './0007-task-sources.js';
import { answersAndSpending } from './0008-answers-and-spending.js';
import { storeTime } from './0009-store-time.js';
import { taskArchive } from './0010-task-archive.js';
import { replays } from './0011-replays.js';
import { events } from './0012-events.js';
import { webhooks } from './0013-webhooks.js';
import { webhookTurns } from './0014-webhook-turns.js';
import { repeatedRequests } from './0015-repeated-requests.js';
import { storedBytes } from './0016-stored-bytes.js';
import { tokenLives } from './0017-token-lives.js';
import { tasksOfDay } from './0018-tasks-of-day.js';
import { sharedRates } from './0019-shared-rates.js';
import { accountUsage } from './0020-account-usage.js';
import { deliveryAttempts } from './0021-delivery-attempts.js';
import { ledgerUpkeep } from './0022-ledger-upkeep.js';
import { suspendedAccounts } from './0023-suspended-accounts.js';
import type { Migration } from './migration.js';

/** Every migration, in the order of their versions. */
export const ALL_MIGRATIONS: readonly Migration[] = [
  accountsAndTokens,
  credits,
  tasks,
  tasksSecondVersion,
  outageReason,
  observations,
  taskSources,
  answersAndSpending,
  storeTime,
  taskArchive,
  replays,
  events,
  webhooks,
  webhookTurns,
  repeatedRequests,
  storedBytes,
  tokenLives,
  tasksOfDay,
  sharedRates,
  accountUsage,
  deliveryAttempts,
  ledgerUpkeep,
  suspendedAccounts,
];
