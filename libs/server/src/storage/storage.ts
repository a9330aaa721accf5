import {
  SqlAccounts,
  SqlAccountTokens,
  SqlAuthenticator,
  SqlCreditLedger,
  SqlEventOutbox,
  SqlListStore,
  SqlObservationStore,
  SqlReplayStore,
  SqlTaskStore,
  SqlTokens,
  SqlWebhookStore,
} from '@dialproof/sql';
import { SqlAccountRecords } from '@dialproof/sql/operations';
import type { Settings } from '../settings/settings.js';
import {
  type DatabaseOptions,
  type DatabaseSettings,
  type OpenDatabase,
  openDatabase,
} from './open-database.js';

/** All stored data, in one database. */
export interface Storage extends OpenDatabase {
  readonly store: SqlTaskStore;
  readonly ledger: SqlCreditLedger;
  readonly accounts: SqlAccounts;
  /** The other data of an account. */
  readonly records: SqlAccountRecords;
  /** Tokens as the operator manages them. */
  readonly tokens: SqlTokens;
  /** Tokens as accounts manage their own. */
  readonly accountTokens: SqlAccountTokens;
  readonly authenticator: SqlAuthenticator;
  readonly observations: SqlObservationStore;
  readonly replays: SqlReplayStore;
  readonly outbox: SqlEventOutbox;
  readonly webhooks: SqlWebhookStore;
  readonly lists: SqlListStore;
}

export type StorageSettings = DatabaseSettings &
  Pick<Settings, 'host' | 'proxies' | 'registration' | 'newAccountCredits'>;

/** Opens PostgreSQL if the settings name it, else the file, which is made if it is missing. Rejects with `storage_unavailable`. */
export async function openStorage(
  databaseFile: string,
  settings: StorageSettings,
  options: DatabaseOptions = {},
): Promise<Storage> {
  const opened = await openDatabase(databaseFile, settings, options);
  const { database } = opened;
  const outbox = new SqlEventOutbox({ database });
  return {
    ...opened,
    store: new SqlTaskStore({ database, outbox }),
    ledger: new SqlCreditLedger({ database }),
    accounts: new SqlAccounts({
      database,
      startingCredits: settings.newAccountCredits,
      registrationOpen: isRegistrationOpen(settings),
    }),
    records: new SqlAccountRecords({ database }),
    tokens: new SqlTokens({ database }),
    accountTokens: new SqlAccountTokens({ database }),
    authenticator: new SqlAuthenticator({ database }),
    observations: new SqlObservationStore({ database }),
    replays: new SqlReplayStore({ database }),
    outbox,
    webhooks: new SqlWebhookStore({ database }),
    lists: new SqlListStore({ database, outbox }),
  };
}

/**
 * Not with a proxy on this machine, which passes on callers from elsewhere, nor for other names than localhost, whose address is unknown.
 */
function isRegistrationOpen({ host, proxies, registration }: StorageSettings): boolean {
  if (registration !== 'loopback') return registration === 'open';
  const isLoopback = host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
  return isLoopback && proxies === 0;
}
