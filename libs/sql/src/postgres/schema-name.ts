export const DEFAULT_SCHEMA = 'dialproof';

/** Throws TypeError. Shorter than PostgreSQL's 63 bytes, so that names which are made of it fit as well. */
export function assertSchemaName(schema: string): void {
  if (!/^[a-z_][a-z0-9_]{0,49}$/.test(schema)) {
    throw new TypeError('schema must be 1 to 50 small letters, digits and underscores, no digit first');
  }
}
