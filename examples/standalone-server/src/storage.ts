import {
  openSqliteDatabase,
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
import type { Settings } from './settings.js';

/** Everything that is kept, in one database. */
export interface Storage {
  readonly database: SqlDatabase;
  readonly store: SqlTaskStore;
  readonly ledger: SqlCreditLedger;
  readonly accounts: SqlAccounts;
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
  { registration, newAccountCredits }: Pick<Settings, 'registration' | 'newAccountCredits'>,
): Promise<Storage> {
  const database = await openSqliteDatabase({ file: databaseFile });
  const outbox = new SqlEventOutbox({ database });
  return {
    database,
    store: new SqlTaskStore({ database, outbox }),
    ledger: new SqlCreditLedger({ database }),
    accounts: new SqlAccounts({
      database,
      startingCredits: newAccountCredits,
      registrationOpen: registration === 'open',
    }),
    tokens: new SqlTokens({ database }),
    authenticator: new SqlAuthenticator({ database }),
    observations: new SqlObservationStore({ database }),
    replays: new SqlReplayStore({ database }),
    outbox,
    webhooks: new SqlWebhookStore({ database }),
  };
}
