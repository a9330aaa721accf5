import { z } from 'zod';
import { CHECKER_FIELDS, CHECKER_NAMES, type CheckerName } from './checkers-schema.js';
import { type Environment, type Reference, referenceOf } from './references.js';

/** Names one checker, whose other settings are its credentials in variables. */
export const CHECKER = 'DIALPROOF_CHECKER';
/** Names the file with the settings of checkers. */
export const CHECKERS_FILE = 'DIALPROOF_CHECKERS_FILE';

/** Needed fields that no variable stands for. */
const OF_FILE = ['description', 'ownersOfAllNumbersHaveConsented'];

/** The credentials of a checker, which variables may give, as paths such as `secrets.api_key`. */
function credentialFields(name: CheckerName): readonly string[] {
  return Object.entries(CHECKER_FIELDS[name]).flatMap(([field, schema]) => {
    if (OF_FILE.includes(field) || schema instanceof z.ZodExactOptional) return [];
    return 'shape' in schema ? Object.keys(schema.shape).map((one) => `${field}.${one}`) : [field];
  });
}

const PREFIXES: Readonly<Record<string, string>> = { dialproof: 'upstream' };
const SUFFIXES: Readonly<Record<string, string>> = { accessToken: 'token', baseUrl: 'url' };

/** The variable of a field: `DIALPROOF_TRESTLE_API_KEY`. */
function variableOf(checker: CheckerName, field: string): string {
  const suffix = SUFFIXES[field] ?? field.replace('secrets.', '').replace(/[A-Z]/g, (letter) => `_${letter}`);
  return `DIALPROOF_${PREFIXES[checker] ?? checker}_${suffix}`.replaceAll('-', '_').toUpperCase();
}

/** The checkers that need no more than credentials. */
export const CHECKERS_BY_VARIABLES: readonly CheckerName[] = CHECKER_NAMES.filter(
  (name) => !OF_FILE.some((field) => field in CHECKER_FIELDS[name]),
);

/** The variables of the credentials of a checker. */
export function credentialVariables(name: CheckerName): readonly string[] {
  return credentialFields(name).map((field) => variableOf(name, field));
}

/** The checkers that variables alone can set, with those of their credentials, for a `--help`. */
export function credentialLines(): readonly string[] {
  const width = Math.max(...CHECKERS_BY_VARIABLES.map((name) => name.length));
  return CHECKERS_BY_VARIABLES.map((name) =>
    `  ${name.padEnd(width)}  ${credentialVariables(name).join(', ')}`.trimEnd(),
  );
}

/** A checker as `checkers.json` has it, with references to the variables of its credentials. */
export function entryByVariables(checker: CheckerName, environment: Environment): Record<string, unknown> {
  const entry: Record<string, unknown> = { checker };
  const secrets: Record<string, Reference> = {};
  for (const field of credentialFields(checker)) {
    const variable = variableOf(checker, field);
    const reference = referenceOf(variable, environment) ?? { env: variable };
    const [name = field, secret] = field.split('.');
    if (secret === undefined) entry[name] = reference;
    else secrets[secret] = reference;
  }
  return Object.keys(secrets).length === 0 ? entry : { ...entry, secrets };
}

/** A field of a checker that is set by variables, as messages name it. */
export function fieldByVariables(checker: CheckerName, field: string, environment: Environment): string {
  if (!credentialFields(checker).includes(field)) return CHECKER;
  const variable = variableOf(checker, field);
  return [`${variable}_FILE`, variable].find((name) => environment[name]) ?? `The checker ${checker}`;
}
