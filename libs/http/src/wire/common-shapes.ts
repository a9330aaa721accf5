import { NOTE_CODES, REASSIGNED, SCOPES, UNREAD_REASONS, VERIFICATION_STATUSES } from '@dialproof/core/model';
import { z } from 'zod';

// The shapes that several operations have in common.

/** The shapes with their own names in the description. Filled while this package is loaded, and never later. */
const NAMES = new Map<z.core.$ZodType, string>();
const BASES = new Map<z.core.$ZodType, z.core.$ZodType>();

type Members = z.core.$ZodLooseShape;

/** Gives a shape a name and a description: it becomes a schema of the description and a type of the client, and others refer to it. */
export function component(name: string, description?: string) {
  const of = <Shape extends z.ZodType>(given: Shape, base?: z.ZodObject): Shape => {
    const shape = description === undefined ? given : given.describe(description);
    NAMES.set(shape, name);
    if (base !== undefined) BASES.set(shape, base);
    return shape;
  };
  return {
    /** `base`: another shape with a name, of whose members it has most; the client's type then extends that of the base. */
    of,
    /** An object that has no other members. */
    strict: <Own extends Members>(own: Own) => of(z.strictObject(own)),
    /** An object whose other members are ignored. */
    open: <Own extends Members>(own: Own) => of(z.object(own)),
    /** An object that has the members of its base, and these. */
    extending: <Inherited extends Members, Config extends z.core.$ZodObjectConfig, Own extends Members>(
      base: z.ZodObject<Inherited, Config>,
      own: Own,
    ) => of(base.extend(own), base),
    /** One of these words. */
    words: <const Words extends readonly string[]>(words: Words) => of(z.enum(words)),
  };
}

/** The base of a shape; undefined if it has none. */
export function componentBase(shape: z.core.$ZodType): z.core.$ZodType | undefined {
  return BASES.get(shape);
}

/** The name of a shape; undefined if it has none. */
export function componentName(shape: z.core.$ZodType): string | undefined {
  return NAMES.get(shape);
}

/** Every shape with a name, in the order in which they were declared. */
export function components(): readonly (readonly [z.core.$ZodType, string])[] {
  return [...NAMES];
}

/** ISO 8601, in UTC. */
export const timestamp = z.iso.datetime();
export const timestampOrNull = timestamp.nullable();

export const count = z.int().nonnegative();
export const countOrNull = count.nullable();

export const text = z.string();
export const textOrNull = text.nullable();
export const optionalText = text.optional();

export const optionalFlag = z.boolean().optional();

export const statusShape = component(
  'VerificationStatus',
  [
    '- `wa_registered`, `telegram_registered`: the number has an account on that messaging app;',
    '- `dead`: the number cannot exist or no longer does;',
    '- `inactive`: the line exists, but is on neither app, or cannot be reached;',
    '- `unknown`: none of these is known. The checker said so (also of a line in service, if no app was asked), the check failed, or the cell holds no number.',
  ].join('\n'),
).words(VERIFICATION_STATUSES);

export const summaryShape = component('StatusSummary').of(
  z.record(statusShape, count).describe('The processed rows by status. All five statuses are always there.'),
);

export const reassignedShape = component('Reassigned').words(REASSIGNED);

export const noteCode = component('NoteCode').words(NOTE_CODES);

export const noteShape = component(
  'Note',
  'A decision of the reader of files. You may want to change it by a setting.',
).strict({
  code: noteCode,
  hint: text.describe(
    'One sentence with the finding and the setting that changes it. It may quote cells of the file.',
  ),
  values: z
    .array(text)
    .describe(
      'The parameters of the hint, to word it in another language: cells, headers of columns, the row of the header, the encoding or the sheet, as the code says. Empty if there are none.',
    ),
  rows: countOrNull.describe(
    'The most rows of the file that the setting may gain; null if that is not known.',
  ),
  country: textOrNull.describe(
    'Only for `country_needed`: the ISO code of the country that most rows name, or of most other numbers in the column, if the cells can be its numbers. Else null.',
  ),
});

export const unreadReason = component(
  'UnreadReason',
  [
    'Why a cell of the column of phones holds no number that is checked:',
    '- `empty`: there is nothing in it;',
    '- `no_digits`, `too_few_digits`: it has none, or too few for a number;',
    '- `lost_digits`: digits are missing at its end, for example because a spreadsheet rounded it;',
    '- `extra_digits`: digits follow a whole number;',
    '- `wrong_length`: it has a calling code, and fewer or more digits than the numbers of that code;',
    '- `several_numbers`: it holds several numbers;',
    '- `other_text`: it has words or signs that may change what its digits mean;',
    '- `something_else`: it is written as a date, a decimal, a price, a range or an id;',
    '- `no_country`, `no_area_code`: its number has none, and no setting names it;',
    '- `impossible`: there is no such number;',
    '- `unclear`: it may be two different numbers;',
    '- `placeholder`: its digits are all the same or count up;',
    '- `may_be_id`: its column holds ids too, and it has no plus sign.',
  ].join('\n'),
).words(UNREAD_REASONS);

export const scopeShape = component(
  'Scope',
  'The scopes of a token: `read` shows tasks, results, credits and webhooks, `verify` checks single numbers, `batch` submits files, cancels, retries and deletes tasks, and suppresses and erases numbers, `admin` changes webhooks and manages tokens.',
).words(SCOPES);

/** The parameters of a list that comes page by page. */
export const pageParameters = {
  limit: z.int().min(1).max(100).describe('The most items on a page').default(20),
  cursor: optionalText.describe('The next_cursor of the page before. Without this, the first page'),
} as const;

/** The parameters of a list that comes page by page, or as one .csv. */
export const csvOrPage = {
  format: z.enum(['json', 'csv']).describe('json for a page, csv for all items in one file').default('json'),
  limit: z
    .int()
    .min(1)
    .max(100)
    .describe(
      'The most items of a page or a .csv. Without this, a page has at most 20, and a .csv has all of them',
    )
    .optional(),
  cursor: optionalText.describe(
    'The next_cursor of the page before. Without this, the items from the first one on',
  ),
} as const;

/** The cursor of the next page; null after the last. */
export const nextCursor = textOrNull;

/** The body of every error. */
export const errorShape = component('Error').strict({
  detail: text,
  hint: optionalText,
  row: z.int().positive().optional().describe('The row of the file, from 1, that is at fault'),
});

export type WireError = z.infer<typeof errorShape>;
