export const DEFAULT_SCHEMA = 'dialproof';

/**
 * Whether a schema may have this name: 1 to 50 lowercase letters, digits and underscores, no digit first. PostgreSQL allows 63 bytes. The
 * rest is for names that are derived from it.
 */
export function isSchemaName(schema: string): boolean {
  return /^[a-z_][a-z0-9_]{0,49}$/.test(schema);
}

/** Throws TypeError. */
export function assertSchemaName(schema: string): void {
  if (!isSchemaName(schema)) {
    throw new TypeError('schema must be 1 to 50 small letters, digits and underscores, no digit first');
  }
}
