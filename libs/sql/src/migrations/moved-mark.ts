/**
 * The version that a database has once everything in it was moved to another one. It is above every schema's, so that every release,
 * earlier ones too, refuses to work on it: whoever charged an account there as well would lose track of its credits.
 */
export const MOVED_VERSION = 1_000_000;

/** Why this release does not work on a database with a schema that it does not know. */
export function unknownVersionHint(version: number, newest: number): string {
  return version === MOVED_VERSION
    ? 'everything in the database was moved to another one: use that one'
    : `the database has schema version ${version} and this release knows versions up to ${newest}: run the newer release`;
}
