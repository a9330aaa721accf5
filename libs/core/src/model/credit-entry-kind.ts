/** What changes an account's credits: they were given, or a hold was charged. Old charges may be summed up by month. */
export const CREDIT_ENTRY_KINDS = ['grant', 'charge', 'charges_of_month'] as const;
export type CreditEntryKind = (typeof CREDIT_ENTRY_KINDS)[number];
