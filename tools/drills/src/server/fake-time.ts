import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The reason for skipping a drill that sets a clock, if the library is missing. */
export const FAKE_TIME_MISSING = 'libfaketime is missing: on Debian, apt-get install faketime';

/** The library that gives a process another time, at its path on Debian for any processor. */
export function fakeTimeLibrary(): string | undefined {
  const folder = '/usr/lib';
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder)
    .map((name) => join(folder, name, 'faketime', 'libfaketime.so.1'))
    .find((path) => existsSync(path));
}
