import { z } from 'zod';
import { HIGHEST_PRICE, PRICED_OUTCOMES } from '../around/money/price-list.js';
import { VENDOR_NAMES, VENDORS, type VendorName } from '../vendors/vendor.js';
import { type ReferenceScope, secretField, textField } from './references.js';
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
export function checkerFields(scope: ReferenceScope) {
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
