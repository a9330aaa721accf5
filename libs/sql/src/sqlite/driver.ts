import { chmodSync, closeSync, existsSync, openSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { DialproofError } from '@dialproof/core';
import Database from 'better-sqlite3';

/** The releases of better-sqlite3 from this major version on are built for Node-API 10. An older Node ends with a segmentation fault. */
const FIRST_WITH_NODE_API = 13;
const NODE_API = 10;

/** The versions of the driver and of Node, of which not every pair works. */
export interface DriverVersions {
  /** Undefined if the driver's package.json cannot be read, as in a bundle. */
  readonly driver: string | undefined;
  readonly node: string;
  /** The version of Node-API that this Node has. */
  readonly nodeApi: number;
}

/**
 * Opens a file with better-sqlite3. Throws `storage_unavailable`, with what to install, if the driver cannot work on this Node; else the
 * driver's own errors.
 */
export function openWithDriver(file: string, options: Database.Options): Database.Database {
  // Before the driver loads its binary, which may end the process.
  assertDriver(installedVersions());
  try {
    return new Database(file, options);
  } catch (error) {
    throw isWithoutBinary(error) ? driverWithoutBinary(error) : error;
  }
}

export function assertDriver({ driver, node, nodeApi }: DriverVersions): void {
  if (driver === undefined || Number.parseInt(driver, 10) < FIRST_WITH_NODE_API || nodeApi >= NODE_API)
    return;
  throw new DialproofError('storage_unavailable', {
    hint: `better-sqlite3 ${driver} needs Node 22.14 or newer, and this is Node ${node}: install better-sqlite3@12, or a newer Node`,
  });
}

function installedVersions(): DriverVersions {
  return {
    driver: driverVersion(),
    node: process.versions.node,
    nodeApi: Number(process.versions['napi']),
  };
}

function driverVersion(): string | undefined {
  try {
    return createRequire(import.meta.url)('better-sqlite3/package.json').version;
  } catch {
    return undefined;
  }
}

/** Whether the driver found no binary, or one for another version of Node. */
function isWithoutBinary(error: unknown): error is Error {
  // `tries` is the list of places that the package `bindings` has searched. Its error has no code.
  return (
    error instanceof Error && ('tries' in error || ('code' in error && error.code === 'ERR_DLOPEN_FAILED'))
  );
}

function driverWithoutBinary(cause: Error): DialproofError {
  return new DialproofError('storage_unavailable', {
    hint:
      'better-sqlite3 has no binary for this Node: let its install script run, then `npm rebuild better-sqlite3`; ' +
      'from Node 22.14 on, better-sqlite3@13 needs no script',
    cause,
  });
}

/** For its owner alone: a database holds customers' numbers. SQLite gives the files beside it the same permissions. */
const PRIVATE = 0o600;

/**
 * Opens a file with the driver. A missing file is made, for its owner alone. `lockWaitMs`: how long a statement may block the process
 * while it waits for another process's lock. Throws the driver's own errors, except for a missing folder, for which the driver has no
 * code.
 */
export function openFile(file: string, lockWaitMs: number): Database.Database {
  if (!existsSync(dirname(file))) {
    throw new DialproofError('storage_unavailable', {
      hint: 'the folder of the database does not exist: make it first',
    });
  }
  makePrivate(file);
  return openWithDriver(file, { timeout: lockWaitMs });
}

/** Makes the file if it is missing. It ignores failures: the driver then throws, with its own codes. */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', PRIVATE));
  } catch (_existsOrCannotBeMade) {}
}

/** Removes other users' permissions from a database and the files beside it, if this user may. The file has to exist. */
export function keepPrivate(file: string): void {
  // SQLite puts the others beside the file itself, not beside a link to it.
  const own = realpathSync(file);
  for (const path of [own, `${own}-wal`, `${own}-shm`]) {
    try {
      chmodSync(path, PRIVATE);
    } catch (_missingOrOfAnotherUser) {}
  }
}
