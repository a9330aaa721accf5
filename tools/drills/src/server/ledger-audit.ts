import { type LedgerAudit, SqlCreditLedger } from '@dialproof/sql';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';
import type { Violations } from '../violations.js';
import type { ApiClient } from './api-client.js';
import type { DrillAccount } from './drill-account.js';
import type { DrillFolder } from './drill-folder.js';

/** The charges at the end. */
export interface ChargedFigures {
  readonly granted: number;
  readonly charged: number;
  readonly held: number;
}

/** The available credits of each account according to `GET /v1/credits`, in the order of the accounts. */
export async function availableCredits({
  accounts,
  client,
  violations,
}: {
  readonly accounts: readonly DrillAccount[];
  readonly client: ApiClient;
  readonly violations: Violations;
}): Promise<number[]> {
  const available = [];
  for (const [place, { token }] of accounts.entries()) {
    const { body, status } = await client.credits(token);
    violations.expectEqual(`account ${place}: the answer to GET /v1/credits`, status, 200);
    violations.expectEqual(`account ${place}: credits held at the end`, body.held, 0);
    available.push(body.available);
  }
  return available;
}

/** Adds up the ledger in the database of a stopped server. */
export async function readAudit(databaseFile: string): Promise<LedgerAudit> {
  const database = await openSqliteDatabase({ file: databaseFile });
  try {
    return await new SqlCreditLedger({ database }).audit();
  } finally {
    await database.close();
  }
}

/** Compares the ledger in the database of a stopped server with the granted and available credits. */
export async function auditLedger(
  {
    accounts,
    folder,
    violations,
  }: {
    readonly accounts: readonly DrillAccount[];
    readonly folder: DrillFolder;
    readonly violations: Violations;
  },
  available: readonly number[],
): Promise<ChargedFigures> {
  const audit = await readAudit(folder.databaseFile);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const granted = sum(audit.accounts.map((account) => account.granted));
  const charged = sum(audit.accounts.map((account) => account.charged));
  if (!audit.addsUp) violations.add(`the ledger does not add up: ${JSON.stringify(audit)}`);
  violations.expectEqual('holds that are open in the end', audit.openHolds, 0);
  violations.expectEqual('credits granted', granted, sum(accounts.map(({ credits }) => credits)));
  violations.expectEqual('credits granted less those charged', granted - charged, sum(available));
  return { granted, charged, held: sum(audit.accounts.map((account) => account.held)) };
}
