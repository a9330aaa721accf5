import { dirname } from 'node:path';
import type { z } from 'zod';
import {
  CHECKER,
  CHECKER_NAMES,
  CHECKERS_BY_VARIABLES,
  CHECKERS_FILE,
  type CheckerEntry,
  checkersSchema,
  credentialVariables,
  entryByVariables,
  fieldByVariables,
  sentenceOfIssue,
} from './checkers-schema.js';
import { RECEIVER_VARIABLES } from './configured-receivers.js';
import { type Environment, fileText } from './references.js';
import {
  CheckerSettingsError,
  messageOf,
  pathText,
  problemsOf,
  type SettingsErrorCode,
  settingsError,
} from './settings-error.js';

/** The variables of checkers and webhooks beside the two that name checkers. */
export const CHECKER_VARIABLES: readonly string[] = [
  // The examples of descriptions refer to it.
  'DIALPROOF_HTTP_CHECKER_SECRET',
  ...CHECKER_NAMES.flatMap(credentialVariables),
  ...RECEIVER_VARIABLES.map(({ name }) => name),
].flatMap((name) => [name, `${name}_FILE`]);

/** Settings that were read. Its fields hold secrets. */
export interface Checkers extends Omit<z.output<ReturnType<typeof checkersSchema>>, 'checkers'> {
  readonly entries: readonly CheckerEntry[];
  /** The folder of relative paths. */
  readonly folder: string;
  /** The error of a problem at a path of the file. */
  errorAt(path: readonly PropertyKey[], code: SettingsErrorCode, message: string): CheckerSettingsError;
}

export interface CheckersOptions {
  /** The variables that `{"env": "NAME"}` can name. Default: none. */
  readonly environment?: Environment;
  /** The folder of relative paths. Default: the working directory. */
  readonly folder?: string;
  /** The name of the file, for messages. Default `checkers.json`. */
  readonly file?: string;
}

/** Reads the content of a `checkers.json`. Throws {@link CheckerSettingsError} that names every problem. */
export function checkersOf(
  json: unknown,
  { environment = {}, file = 'checkers.json', folder = '.' }: CheckersOptions = {},
): Checkers {
  return readWith(json, { environment, folder }, (path) =>
    path.length === 0 ? file : `${file}: ${pathText(path)}`,
  );
}

/**
 * The settings of an environment: those of the file in `DIALPROOF_CHECKERS_FILE`, or the checker that `DIALPROOF_CHECKER` names, with its
 * credentials in variables; else the sandbox. Throws {@link CheckerSettingsError} for variables that contradict each other, and for a
 * checker that needs the file. The returned function reads the file and the secrets, and throws the same error for what is wrong there.
 */
export function findCheckers(environment: Environment): () => Checkers {
  const path = environment[CHECKERS_FILE];
  const name = environment[CHECKER];
  if (path && name) {
    throw settingsError(
      'settings_contradict',
      `Both ${CHECKER} and ${CHECKERS_FILE} are set: leave one out. The file names its checkers itself.`,
    );
  }
  if (path) {
    return () => checkersOf(jsonOf(path, CHECKERS_FILE), { environment, file: path, folder: dirname(path) });
  }
  const checker = CHECKERS_BY_VARIABLES.find((one) => one === (name || 'sandbox'));
  if (checker === undefined) {
    const expected = CHECKERS_BY_VARIABLES.join(', ');
    throw settingsError(
      'wrong_value',
      `${CHECKER} is "${name}", expected one of: ${expected}. The file of ${CHECKERS_FILE} names any others, and several.`,
    );
  }
  return () => {
    const json = { checkers: [entryByVariables(checker, environment)] };
    // People who set variables know no paths: each field is named by its variable.
    return readWith(json, { environment, folder: '.' }, ([, , ...field]) =>
      fieldByVariables(checker, field.join('.'), environment),
    );
  };
}

function readWith(
  json: unknown,
  scope: { readonly environment: Environment; readonly folder: string },
  nameOf: (path: readonly PropertyKey[]) => string,
): Checkers {
  const { data, error } = checkersSchema(scope).safeParse(json, { error: sentenceOfIssue });
  if (error !== undefined) throw new CheckerSettingsError(problemsOf(error, nameOf));
  const { checkers: entries, ...others } = data;
  const errorAt: Checkers['errorAt'] = (path, code, message) =>
    settingsError(code, `${nameOf(path)} ${message}.`);
  for (const [index, { checker }] of entries.entries()) {
    if (entries.findIndex((one) => one.checker === checker) < index)
      throw errorAt(
        ['checkers', index, 'checker'],
        'wrong_value',
        `is ${checker} a second time: leave one out`,
      );
  }
  return { ...others, entries, folder: scope.folder, errorAt };
}

/** Reads the .json file that a setting names. */
export function jsonOf(path: string, setting: string): unknown {
  const text = fileText(path, `${setting} `);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw settingsError('file_not_json', `${setting} names ${path}, which is not JSON: ${messageOf(error)}`);
  }
}
