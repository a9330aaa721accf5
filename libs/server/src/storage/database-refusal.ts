import { isDialproofError } from '@dialproof/core';
import type { Settings } from '../settings/settings.js';
import { StartRefusal } from '../settings/start-refusal.js';

/** The error of a database that cannot be used, as a sentence that names it without secrets. Any other error is returned unchanged. */
export function databaseRefusal(
  error: unknown,
  {
    databaseSchema,
    databaseUrl,
    dataDirectory,
  }: Pick<Settings, 'databaseSchema' | 'databaseUrl' | 'dataDirectory'>,
): unknown {
  if (!isDialproofError(error, 'storage_unavailable')) return error;
  const subject =
    databaseUrl === null
      ? `The data folder ${dataDirectory}`
      : `The PostgreSQL database of DATABASE_URL, schema ${databaseSchema},`;
  return new StartRefusal(`${subject} cannot be used: ${error.hint}.`);
}
