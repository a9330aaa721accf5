import { resolve } from 'node:path';
import { CHECKER_NAMES, type CheckerName } from './checkers-schema.js';
import {
  CHECKER,
  CHECKERS_BY_VARIABLES,
  CHECKERS_FILE,
  entryByVariables,
  fieldsOf,
  variableOf,
} from './credential-variables.js';
import { type Environment, referenceOf } from './references.js';
import { settingsError } from './settings-error.js';

// Variables of earlier versions. A start that meets one prints the `checkers.json` that says the same.

const PRICE_OF_ALL = 'DIALPROOF_PRICE_PER_NUMBER';
/** It has not moved: the file refers to it. */
export const HTTP_SECRET = 'DIALPROOF_HTTP_CHECKER_SECRET';
const CONSENT = 'owners-of-all-numbers-have-consented';

/** The variable of each field beside the checkers. */
const AROUND: Readonly<Record<string, string>> = {
  callsPerSecond: 'DIALPROOF_CALLS_PER_SECOND',
  spendingLimit: 'DIALPROOF_SPENDING_LIMIT',
  cacheHours: 'DIALPROOF_CACHE_HOURS',
  batchMs: 'DIALPROOF_BATCH_MS',
};

/** Fields that never were variables. */
const NEW_FIELDS: readonly string[] = ['secrets', 'asksReassigned'];

/** The moved variables of a checker, by their fields. */
function movedOf(name: CheckerName): ReadonlyMap<string, string> {
  const fields = fieldsOf(name, 'others').filter((field) => !NEW_FIELDS.includes(field));
  return new Map(fields.map((field) => [field, variableOf(name, field)]));
}

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  baseUrl: String,
  description: (text) => resolve(text),
  ownersOfAllNumbersHaveConsented: (text) => text === CONSENT,
  price: priceOf,
};

export const MOVED_VARIABLES: readonly string[] = [
  ...Object.values(AROUND),
  PRICE_OF_ALL,
  ...CHECKER_NAMES.flatMap((name) => [...movedOf(name).values()]),
];

/** Throws `settings_moved` for variables that are in the file now. The message has the file that says the same. */
export function assertNothingMoved(environment: Environment): void {
  const written = (environment[CHECKER] || 'sandbox').split(',').map((name) => name.trim());
  const names = CHECKER_NAMES.filter((name) => written.includes(name));
  const needsFile = written.length > 1 || names.some((name) => !CHECKERS_BY_VARIABLES.includes(name));
  const moved = MOVED_VARIABLES.filter((name) => environment[name]);
  if (!needsFile && moved.length === 0) return;
  const found = [...(needsFile ? [CHECKER] : []), ...moved].join(', ');
  const file = environment[CHECKERS_FILE];
  const json = {
    checkers: written.map((name) => entryOf(name, environment)),
    ...Object.fromEntries(
      Object.entries(AROUND).flatMap(([field, variable]) => {
        const text = environment[variable];
        return text ? [[field, numberOf(text)]] : [];
      }),
    ),
  };
  const used = [
    ...Object.values(AROUND),
    PRICE_OF_ALL,
    ...names.flatMap((name) => [...movedOf(name).values()]),
  ];
  const unused = moved.filter((name) => !used.includes(name));
  const lines = file
    ? [`Beside ${CHECKERS_FILE}, ${found} has no effect: unset it, and write in ${file} what it said.`]
    : [
        `A file takes the place of these settings: ${found}.`,
        `Save what follows as checkers.json, set ${CHECKERS_FILE} to its path, and unset ${[...new Set([CHECKER, ...moved])].join(', ')}.`,
        ...(unused.length === 0 ? [] : [`These are of other checkers and left out: ${unused.join(', ')}.`]),
        JSON.stringify(json, null, 2),
      ];
  throw settingsError('settings_moved', lines.join('\n'));
}

function entryOf(written: string, environment: Environment): Record<string, unknown> {
  const name = CHECKER_NAMES.find((one) => one === written);
  if (name === undefined) return { checker: written };
  const entry = entryByVariables(name, environment);
  // The file is refused until its owner states this.
  if (name === 'telegram-gateway') entry['ownersOfAllNumbersHaveConsented'] = false;
  const secret = referenceOf(HTTP_SECRET, environment);
  if (name === 'http' && secret !== undefined) entry['secrets'] = { key: secret };
  for (const [field, variable] of movedOf(name)) {
    const text = environment[variable] || (field === 'price' ? environment[PRICE_OF_ALL] : undefined);
    if (text) entry[field] = (READERS[field] ?? numberOf)(text);
  }
  return entry;
}

/** Reads `0.005`, or `dead=0.004,unknown=0.01,call=0.001`. */
function priceOf(text: string): unknown {
  if (!text.includes('=')) return numberOf(text);
  const amounts = text.split(',').map((part) => {
    const [name = '', amount = ''] = part.split('=').map((piece) => piece.trim());
    return [name, numberOf(amount)] as const;
  });
  const { call, ...perNumber } = Object.fromEntries(amounts);
  return { ...(call === undefined ? {} : { perCall: call }), perNumber };
}

/** A text that is no number stays as it is, and the file is refused for it. */
function numberOf(text: string): number | string {
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
