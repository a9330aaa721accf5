import { z } from 'zod';
import { HIGHEST_PRICE, PRICED_OUTCOMES } from '../around/money/price-list.js';
import { VENDOR_NAMES, VENDORS, type VendorName } from '../vendors/vendor.js';
import {
  type Environment,
  type Reference,
  type ReferenceScope,
  referenceOf,
  secretField,
  textField,
} from './references.js';
import { foundAndExpected } from './settings-error.js';

function number(expected: string, fits: (found: number) => boolean) {
  return z.custom<number>((found) => typeof found === 'number' && fits(found), {
    error: ({ input }) => foundAndExpected(input, expected),
  });
}

const above0 = (most: number) =>
  number(`a number above 0 and at most ${most}`, (found) => found > 0 && found <= most).exactOptional();

const AMOUNT = `a number from 0 to ${HIGHEST_PRICE} of at most six decimals`;
const amount = number(
  `${AMOUNT}, such as 0.005`,
  (found) => found >= 0 && found <= HIGHEST_PRICE && Number(found.toFixed(6)) === found,
);
const byOutcome = Object.fromEntries(PRICED_OUTCOMES.map((outcome) => [outcome, amount.exactOptional()]));
const priceByOutcome = z.strictObject({
  perCall: amount.exactOptional(),
  perNumber: z.union([amount, z.strictObject(byOutcome)]).exactOptional(),
});
const price = z.union([amount, priceByOutcome]).exactOptional();

function onlyTrue(expected: string) {
  return z.literal(true, { error: ({ input }) => foundAndExpected(input, expected) });
}

/** The fields of each checker, which are the options of its factory. */
function checkerFields(scope: ReferenceScope) {
  const [key, text] = [secretField(scope), textField(scope)];
  const baseUrl = text.exactOptional();
  const consent = onlyTrue('true: its terms ask for this statement of yours');
  const asksReassigned = onlyTrue('true, or nothing').exactOptional();
  const description = z.union([z.string().min(1), z.record(z.string(), z.json())], {
    error: ({ input }) => foundAndExpected(input, 'a description of the API, or the path of its file'),
  });
  const vendorFields = (name: VendorName) => {
    const secrets = Object.fromEntries(Object.keys(VENDORS[name].secrets).map((one) => [one, key]));
    return { secrets: z.strictObject(secrets), baseUrl, price };
  };
  return {
    sandbox: {},
    evidence: { maxAgeDays: above0(36_500) },
    twilio: { accountSid: text, authToken: key, asksReassigned, baseUrl, price },
    infobip: { baseUrl: text, apiKey: key, price },
    'hlr-lookups': { apiKey: key, apiSecret: key, baseUrl, price },
    'telegram-gateway': { accessToken: key, ownersOfAllNumbersHaveConsented: consent, baseUrl, price },
    dialproof: { baseUrl: text, token: key, price },
    http: { description, secrets: z.record(z.string(), key).exactOptional(), price },
    // The record has exactly the vendors.
    ...(Object.fromEntries(VENDOR_NAMES.map((name) => [name, vendorFields(name)])) as Record<
      VendorName,
      ReturnType<typeof vendorFields>
    >),
  };
}

type Fields = ReturnType<typeof checkerFields>;
/** The name of a checker in settings. */
export type CheckerName = keyof Fields;
/** The settings of a checker, with its references resolved. */
export type CheckerEntry = {
  [Name in CheckerName]: { readonly checker: Name } & z.output<z.ZodObject<Fields[Name]>>;
}[CheckerName];

/** The fields of each checker, for reading their names and kinds alone: references in them cannot be resolved. */
export const CHECKER_FIELDS = checkerFields({ environment: {}, folder: '.' });
// `Object.keys` is typed as string[], but the object has exactly the names.
export const CHECKER_NAMES = Object.keys(CHECKER_FIELDS) as readonly CheckerName[];

/** The schema of `checkers.json`. */
export function checkersSchema(scope: ReferenceScope) {
  const entries = Object.entries(checkerFields(scope)).map(([name, fields]) =>
    z.strictObject({ checker: z.literal(name), ...fields }),
  );
  // There is at least the sandbox, and the union needs to know that its list is not empty.
  const [first, ...others] = entries as unknown as [z.ZodObject, ...z.ZodObject[]];
  const checker = z.discriminatedUnion('checker', [first, ...others], {
    error: ({ input }) =>
      typeof input === 'object' && input !== null
        ? foundAndExpected(Reflect.get(input, 'checker'), `one of: ${CHECKER_NAMES.join(', ')}`)
        : foundAndExpected(input, 'a checker such as {"checker": "sandbox"}'),
  });
  return z.strictObject({
    checkers: z
      .array(checker, { error: ({ input }) => foundAndExpected(input, 'a list of checkers') })
      .min(1, 'is empty, expected at least one checker, such as {"checker": "sandbox"}')
      // The union has an object for each checker, which its type cannot express.
      .transform((read) => read as unknown as readonly CheckerEntry[]),
    callsPerSecond: above0(1_000_000),
    spendingLimit: above0(1_000_000_000),
    cacheHours: above0(8_760),
    batchMs: above0(10_000),
  });
}

/** The message of an issue that the schema gives no message of its own. */
export function sentenceOfIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'unrecognized_keys' && issue.inst instanceof z.ZodObject)
    return `is not known, expected one of: ${Object.keys(issue.inst.shape).join(', ')}`;
  if (issue.code === 'invalid_union')
    return foundAndExpected(issue.input, `${AMOUNT}, or an object of prices`);
  return foundAndExpected(issue.input, 'an object');
}

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
