/** What changes an account's credits: they were given, or a hold was charged. */
export const CREDIT_ENTRY_KINDS = ['grant', 'charge'] as const;
export type CreditEntryKind = (typeof CREDIT_ENTRY_KINDS)[number];
