/**
 * The version of a database whose contents were moved to another one. It is above every schema version, so that every release, earlier
 * ones too, refuses to work on it: charges made in both databases would make an account's credits wrong.
 */
export const MOVED_VERSION = 1_000_000;

/** Says why this release refuses a database with an unknown schema version. */
export function unknownVersionHint(version: number, newest: number): string {
  if (version === MOVED_VERSION) return 'everything in the database was moved to another one: use that one';
  const instead =
    version > newest ? 'run the newer release' : 'of the earlier ones it converts 3 and 21 to 24';
  return `the database has schema version ${version} and this release knows versions up to ${newest}: ${instead}`;
}
