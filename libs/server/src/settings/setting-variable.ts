import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The reason why the server or a command does not run, in sentences for the user, shown without a stack. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal';
}

/** One setting: its meaning, and the reader of its text. */
export interface Setting<Value> {
  /** The default for a missing or empty variable, written as in the variable. */
  readonly fallback: string;
  readonly meaning: string;
  /** Reads the text. The message of its error follows the name of the variable in a sentence: what was found, and what is expected. */
  readonly schema: z.ZodType<Value, string>;
}

/** The environment variable of a setting: `DIALPROOF_CHECK_ATTEMPTS` of `checkAttempts`. */
export function variableOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
  return OTHER_NAMES[name] ?? `DIALPROOF_${words}`;
}

const OTHER_NAMES: Readonly<Record<string, string>> = { port: 'PORT', dataDirectory: 'DIALPROOF_DATA_DIR' };

export function text(fallback: string, meaning: string): Setting<string> {
  return { fallback, meaning, schema: z.string() };
}

export function wholeNumber(
  fallback: number,
  [min, max]: readonly [min: number, max: number],
  meaning: string,
): Setting<number> {
  const schema = z
    .string()
    .refine((written) => /^\d{1,15}$/.test(written) && Number(written) >= min && Number(written) <= max, {
      error: ({ input }) => `is "${input}", expected a whole number from ${min} to ${max}.`,
    })
    .transform(Number);
  return { fallback: String(fallback), meaning, schema };
}

export function choice<Choice extends string>(
  fallback: Choice,
  choices: readonly Choice[],
  meaning: string,
): Setting<Choice> {
  const schema = z.enum(choices, {
    error: ({ input }) => `is "${input}", expected one of: ${choices.join(', ')}.`,
  });
  // The input type of an enum is its members, but the environment may have any text, which the enum then checks.
  return { fallback, meaning, schema: z.string().pipe(schema as z.ZodType<Choice, string>) };
}

/** A setting that is separate from the others, since it is a secret: its value is in no table, audit log or log. */
interface SecretSetting {
  readonly name: string;
  readonly meaning: string;
}

/** The address of a service. */
interface ServiceAddress extends SecretSetting {
  readonly example: string;
  /** The beginnings of valid addresses. */
  readonly protocol: RegExp;
}

export const DATABASE_URL: ServiceAddress = {
  name: 'DATABASE_URL',
  meaning:
    'PostgreSQL database in place of the file: postgres://user:password@host:5432/name, with ?sslmode=verify-full for TLS. It may be in a file, whose path is in DATABASE_URL_FILE',
  example: 'postgres://user:password@host:5432/name',
  protocol: /^postgres(?:ql)?:\/\//,
};

export const REDIS_URL: ServiceAddress = {
  name: 'REDIS_URL',
  meaning:
    'Redis beside PostgreSQL, which wakes workers: redis://user:password@host:6379, or rediss:// for TLS. It may be in a file, whose path is in REDIS_URL_FILE',
  example: 'redis://user:password@host:6379',
  protocol: /^rediss?:\/\//,
};

export const ANSWERS_KEY: SecretSetting = {
  name: 'DIALPROOF_ANSWERS_KEY',
  meaning:
    'key of the hashes that stand for numbers in answers of single checks, at least 32 characters. Without it, the database keeps a random one. It may be in a file, whose path is in DIALPROOF_ANSWERS_KEY_FILE',
};

const LEAST_KEY_CHARACTERS = 32;

/** The key of the answers, null where none is set. Adds a sentence to `problems` for a short one. */
export function readAnswersKey(environment: NodeJS.ProcessEnv, problems: string[]): string | null {
  const key = readSecret(ANSWERS_KEY, environment, problems);
  if (key !== null && key.length < LEAST_KEY_CHARACTERS) {
    problems.push(
      `${placeOf(ANSWERS_KEY, environment)} has ${key.length} characters, expected at least ${LEAST_KEY_CHARACTERS}, for example from: openssl rand -hex 32`,
    );
  }
  return key;
}

/** The address of a service, null where none is set. Adds a sentence to `problems`, without the address, for a wrong one. */
export function readServiceAddress(
  address: ServiceAddress,
  environment: NodeJS.ProcessEnv,
  problems: string[],
): string | null {
  const { example, protocol } = address;
  const url = readSecret(address, environment, problems);
  if (url !== null && !(protocol.test(url) && URL.canParse(url))) {
    problems.push(`${placeOf(address, environment)} has no address such as ${example}.`);
  }
  return url;
}

/** Where the value of a secret was found, as the subject of a sentence. */
function placeOf({ name }: SecretSetting, environment: NodeJS.ProcessEnv): string {
  return environment[name] ? name : `The file of ${name}_FILE`;
}

/** The value of a variable, or of the file that another variable names. */
function readSecret(
  { name }: SecretSetting,
  environment: NodeJS.ProcessEnv,
  problems: string[],
): string | null {
  const fileVariable = `${name}_FILE`;
  // As in a file: a line end at the end of a secret is not meant.
  const given = environment[name]?.trim() || null;
  const path = environment[fileVariable] || null;
  if (given !== null && path !== null)
    problems.push(`Both ${name} and ${fileVariable} are set: leave one out.`);
  return given ?? (path === null ? null : readSecretFile(fileVariable, path, problems));
}

/** The address of a service for people: without user, password and options. */
export function hostOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

function readSecretFile(fileVariable: string, path: string, problems: string[]): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    problems.push(`${fileVariable} names a file that cannot be read (${code}): ${path}.`);
    return null;
  }
}
