import { isDialproofError } from '@dialproof/core';
import type { SqlAccounts } from '@dialproof/sql';

export interface FirstAccount {
  readonly token: string;
  readonly credits: number;
}

/** Nobody's: .invalid is reserved (RFC 2606). That an address can be taken but once makes the first account the only one of it. */
const EMAIL = 'first-account@dialproof.invalid';

/** Makes the account that the first start comes with; undefined at every later start. */
export async function makeFirstAccount(
  accounts: SqlAccounts,
  credits: number,
): Promise<FirstAccount | undefined> {
  try {
    const { token } = await accounts.create({ email: EMAIL, credits, note: 'first account' });
    return { token, credits };
  } catch (error) {
    if (isDialproofError(error, 'email_taken')) return undefined;
    throw error;
  }
}
