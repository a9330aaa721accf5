import { readFileSync } from 'node:fs';

/** Apart from the other settings, since it is a secret: its value is in no table, audit log or log. */
export const DATABASE_URL = {
  name: 'DATABASE_URL',
  meaning:
    'PostgreSQL database in place of the file: postgres://user:password@host:5432/name, with ?sslmode=verify-full for TLS. It may be in a file, whose path is in DATABASE_URL_FILE',
} as const;

const FILE_VARIABLE = `${DATABASE_URL.name}_FILE`;

/** The address of the PostgreSQL database, null for the embedded file. Adds a sentence to `problems`, without the address, for a wrong one. */
export function readDatabaseUrl(environment: NodeJS.ProcessEnv, problems: string[]): string | null {
  const { name } = DATABASE_URL;
  const given = environment[name] || null;
  const path = environment[FILE_VARIABLE] || null;
  if (given !== null && path !== null)
    problems.push(`Both ${name} and ${FILE_VARIABLE} are set: leave one out.`);
  const url = given ?? (path === null ? null : readAddress(path, problems));
  if (url !== null && !isAddress(url)) {
    problems.push(
      `${given === null ? `The file of ${FILE_VARIABLE}` : name} has no address such as postgres://user:password@host:5432/name.`,
    );
  }
  return url;
}

/** Where that is, for people: without user, password and options. */
export function databasePlace(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

function isAddress(url: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(url) && URL.canParse(url);
}

function readAddress(path: string, problems: string[]): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    problems.push(`${FILE_VARIABLE} names a file that cannot be read (${code}): ${path}.`);
    return null;
  }
}
