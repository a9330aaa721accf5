import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { Secret } from '../upstream/secret.js';
import { CheckerSettingsError, foundAndExpected, messageOf, settingsError } from './settings-error.js';

/** An environment. An empty text counts as missing. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables and the folder by which references are resolved. */
export interface ReferenceScope {
  readonly environment: Environment;
  /** Relative paths start here. */
  readonly folder: string;
}

const REFERENCE = '{"env": "NAME_OF_A_VARIABLE"} or {"file": "path of a file"}';
// A secret that stands here by mistake mostly has small letters: it is refused before a message shows it.
const variableName = z
  .string('must be the name of a variable')
  .regex(/^[A-Z_][A-Z0-9_]*$/, 'must be the name of a variable, of A-Z, 0-9 and _, never the secret itself');
const reference = z.union(
  [z.strictObject({ env: variableName }), z.strictObject({ file: z.string().min(1) })],
  {
    error: ({ input }) => foundAndExpected(input, `${REFERENCE}, never the secret itself`, true),
  },
);
export type Reference = z.infer<typeof reference>;

/** The reference to a variable, or to the file that `<NAME>_FILE` names; undefined if neither is set. Throws if both are. */
export function referenceOf(name: string, environment: Environment): Reference | undefined {
  const file = environment[`${name}_FILE`];
  if (environment[name] && file)
    throw settingsError('settings_contradict', `Both ${name} and ${name}_FILE are set: leave one out.`);
  if (environment[name]) return { env: name };
  return file ? { file: resolve(file) } : undefined;
}

/** A secret by reference. One in a file is read again for each call, so that it may change while the process runs. */
export function secretOf(given: Reference, scope: ReferenceScope): Secret {
  const text = textOf(given, scope);
  return 'env' in given
    ? text
    : async () => (await readFile(resolve(scope.folder, given.file), 'utf8')).trim();
}

/** The text of a file that a setting names. `subject` is the setting in the error's sentence. */
export function fileText(path: string, subject = ''): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw settingsError('file_unreadable', `${subject}names a file that cannot be read: ${messageOf(error)}`);
  }
}

/** Throws a `CheckerSettingsError` for a variable that is not set, and for a file that is empty or cannot be read. */
function textOf(given: Reference, { environment, folder }: ReferenceScope): string {
  if ('env' in given) {
    const text = environment[given.env];
    if (text) return text;
    const remedy = 'set it, or name a file that holds the same';
    throw settingsError('missing_variable', `needs the variable ${given.env}, which is not set: ${remedy}`);
  }
  const text = fileText(resolve(folder, given.file)).trim();
  if (text === '') throw settingsError('file_unreadable', `names an empty file, ${given.file}`);
  return text;
}

/** The schema of a secret by reference. */
export function secretField(scope: ReferenceScope) {
  return reference.transform((given, context) => resolved(context, () => secretOf(given, scope)));
}

/** The schema of a text, which may be a reference too. */
export function textField(scope: ReferenceScope) {
  return z
    .union([z.string().min(1), reference], {
      error: ({ input }) => foundAndExpected(input, `a text, ${REFERENCE}`),
    })
    .transform((given, context) =>
      typeof given === 'string' ? given : resolved(context, () => textOf(given, scope)),
    );
}

/** Returns the result of a function. Its error becomes an issue of the field. */
function resolved<Value>(context: z.RefinementCtx, resolve: () => Value): Value {
  try {
    return resolve();
  } catch (error) {
    if (!(error instanceof CheckerSettingsError)) throw error;
    for (const { code, sentence } of error.problems)
      context.addIssue({ code: 'custom', message: sentence, params: { code } });
    return z.NEVER;
  }
}
