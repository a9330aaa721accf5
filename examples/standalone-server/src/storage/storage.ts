import {
  SqlAccountRecords,
  SqlAccounts,
  SqlAuthenticator,
  SqlCreditLedger,
  type SqlDatabase,
  SqlEventOutbox,
  SqlObservationStore,
  SqlReplayStore,
  SqlTaskStore,
  SqlTokens,
  SqlWebhookStore,
} from '@dialproof/sql';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';
import type { Settings } from '../settings/settings.js';

/** Everything that is kept, in one database. */
export interface Storage {
  readonly database: SqlDatabase;
  readonly store: SqlTaskStore;
  readonly ledger: SqlCreditLedger;
  readonly accounts: SqlAccounts;
  /** What else is kept of an account. */
  readonly records: SqlAccountRecords;
  readonly tokens: SqlTokens;
  readonly authenticator: SqlAuthenticator;
  readonly observations: SqlObservationStore;
  readonly replays: SqlReplayStore;
  readonly outbox: SqlEventOutbox;
  readonly webhooks: SqlWebhookStore;
}

/** Opens the database, making it if it is missing. Rejects with `storage_unavailable`. */
export async function openStorage(
  databaseFile: string,
  settings: Pick<Settings, 'host' | 'proxies' | 'registration' | 'newAccountCredits'>,
): Promise<Storage> {
  const database = await openSqliteDatabase({ file: databaseFile });
  const outbox = new SqlEventOutbox({ database });
  return {
    database,
    store: new SqlTaskStore({ database, outbox }),
    ledger: new SqlCreditLedger({ database }),
    accounts: new SqlAccounts({
      database,
      startingCredits: settings.newAccountCredits,
      registrationOpen: isRegistrationOpen(settings),
    }),
    records: new SqlAccountRecords({ database }),
    tokens: new SqlTokens({ database }),
    authenticator: new SqlAuthenticator({ database }),
    observations: new SqlObservationStore({ database }),
    replays: new SqlReplayStore({ database }),
    outbox,
    webhooks: new SqlWebhookStore({ database }),
  };
}

/** A proxy on this machine brings callers from others, and nobody knows where a name other than localhost leads. */
function isRegistrationOpen({ host, proxies, registration }: Parameters<typeof openStorage>[1]): boolean {
  if (registration !== 'loopback') return registration === 'open';
  const isLoopback = host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
  return isLoopback && proxies === 0;
}
