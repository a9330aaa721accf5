import { SqlCreditLedger } from '@dialproof/sql';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';
import type { DrillState } from './drill-state.js';
import type { StoredTask } from './stored-tasks.js';

/** What was charged in the end. */
export interface ChargedFigures {
  readonly granted: number;
  readonly charged: number;
  readonly held: number;
}

/** What an account has left according to `GET /v1/credits`, in the order of the accounts. */
export async function availableCredits({
  accounts,
  client,
  violations,
}: Pick<DrillState, 'accounts' | 'client' | 'violations'>): Promise<number[]> {
  const available = [];
  for (const [place, { token }] of accounts.entries()) {
    const { body, status } = await client.credits(token);
    violations.expectEqual(`account ${place}: the answer to GET /v1/credits`, status, 200);
    violations.expectEqual(`account ${place}: credits held at the end`, body.held, 0);
    available.push(body.available);
  }
  return available;
}

/**
 * Compares what is left with what was granted, less each number of each stored task once and each single check once. Single checks
 * whose answer a kill cut off may have been charged or not.
 */
export function checkCharges(
  state: DrillState,
  stored: readonly StoredTask[],
  available: readonly number[],
): void {
  const { accounts, singles, tasks, unanswered, violations } = state;
  const storedNames = new Set(stored.map(({ fileName }) => fileName));
  const charged = [...tasks, ...unanswered.filter(({ file }) => storedNames.has(file.name))];
  for (const [place, account] of accounts.entries()) {
    const ofFiles = charged
      .filter((each) => each.account === account)
      .reduce((sum, { file }) => sum + file.charged, 0);
    const rest = account.credits - ofFiles - (available[place] ?? 0);
    const isLast = place === accounts.length - 1;
    const [least, most] = isLast ? [singles.answered, singles.answered + singles.unanswered] : [0, 0];
    if (rest >= least && rest <= most) continue;
    violations.add(
      `account ${place}: ${account.credits} granted, ${available[place]} left, ${ofFiles} numbers verified in files: ` +
        `the other ${rest} credits should be ${least} to ${most}`,
    );
  }
}

/** Adds up the ledger as it lies in the database of the stopped server. */
export async function auditLedger(
  { accounts, folder, violations }: Pick<DrillState, 'accounts' | 'folder' | 'violations'>,
  available: readonly number[],
): Promise<ChargedFigures> {
  const database = await openSqliteDatabase({ file: folder.databaseFile });
  try {
    const audit = await new SqlCreditLedger({ database }).audit();
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
    const granted = sum(audit.accounts.map((account) => account.granted));
    const charged = sum(audit.accounts.map((account) => account.charged));
    if (!audit.addsUp) violations.add(`the ledger does not add up: ${JSON.stringify(audit)}`);
    violations.expectEqual('holds that are open in the end', audit.openHolds, 0);
    violations.expectEqual('credits granted', granted, sum(accounts.map(({ credits }) => credits)));
    violations.expectEqual('credits granted less those charged', granted - charged, sum(available));
    return { granted, charged, held: sum(audit.accounts.map((account) => account.held)) };
  } finally {
    await database.close();
  }
}
