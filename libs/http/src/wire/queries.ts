import {
  MAX_SEARCHED_CHARS,
  RESULT_COLUMNS,
  RESULT_FORMATS,
  SEVERAL_NUMBERS,
  TASK_STATUSES,
  VERIFICATION_STATUSES,
} from '@dialproof/core/model';
import { z } from 'zod';

/** The query of a download. On the wire, a list is one parameter with commas. */
export const downloadQuery = z.object({
  format: z.enum(RESULT_FORMATS).describe('The form of the result').default('csv'),
  status: z
    .array(z.enum(VERIFICATION_STATUSES))
    .min(1)
    .describe('Only rows with one of these statuses; all rows without it')
    .optional(),
  columns: z
    .array(z.enum(RESULT_COLUMNS))
    .min(1)
    .refine((columns) => new Set(columns).size === columns.length)
    // The refinement, for the schema.
    .meta({ uniqueItems: true })
    .describe('The columns behind those of the file, in this order; verification_status alone without it')
    .optional(),
  partial: z
    .boolean()
    .describe(
      'Whether a task that failed or was cancelled has a result too: the rows verified before, the others unknown',
    )
    .optional(),
  neutralize_formulas: z
    .boolean()
    .describe(
      'Whether, in CSV, cells like formulas get an apostrophe before them; as the server is set without it',
    )
    .optional(),
});

/** The settings of an uploaded file. In a form and in a query, every value is text. */
export const fileSettings = z.object({
  default_country: z.string().describe('ISO 3166 code of the country of national numbers').optional(),
  country_column: z
    .string()
    .describe(
      'Header or position, from 0, of the column that says the country of each row; it is found without this, and none says that no column does',
    )
    .optional(),
  default_area_code: z
    .string()
    .describe('Area code of numbers that are written without one; it needs default_country')
    .optional(),
  several_numbers: z
    .enum(SEVERAL_NUMBERS)
    .describe('How a cell with several numbers is read: as none, or as the first of them')
    .optional(),
  encoding: z
    .string()
    .describe(
      'Encoding of a .csv file by its WHATWG name, such as shift_jis, or a code page of DOS, such as cp850; without this it is detected, but for those of DOS',
    )
    .optional(),
  header_row: z
    .int()
    .min(1)
    .describe('Row of the file, from 1, that holds the header; it is found without this')
    .optional(),
  phone_column: z.string().describe('Header or position, from 0, of the column of phones').optional(),
  phone_column_index: z
    .int()
    .min(0)
    .describe('Position, from 0, of the column of phones, whatever the headers are; instead of phone_column')
    .optional(),
  sheet: z
    .string()
    .describe('Name of a visible sheet of a workbook; the first one that has rows is read without this')
    .optional(),
});

/** The settings of a submitted file. */
export const submitSettings = fileSettings.extend({
  max_credits: z.int().min(0).describe('Refuses a file that would hold more credits than this').optional(),
});

const page = {
  limit: z.int().min(1).max(100).describe('How many there are at most on a page').default(20),
  cursor: z.string().describe('The next_cursor of the page before; the first page without it').optional(),
} as const;

/** The query of a list of tasks. */
export const listQuery = z.object({
  status: z.enum(TASK_STATUSES).describe('Only tasks in this status; in any without it').optional(),
  file_name: z
    .string()
    .min(1)
    .max(MAX_SEARCHED_CHARS)
    .describe('Only tasks whose file has a name with this text in it, in any case; with any name without it')
    .optional(),
  ...page,
});

/** The query of a statement. */
export const statementQuery = z.object(page);

/** The query of a webhook's deliveries. */
export const deliveriesQuery = z.object(page);
