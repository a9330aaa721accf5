import type { FilePreview } from '@dialproof/core';
import { COLUMN_REASONS } from '@dialproof/core/model';
import { z } from 'zod';
import { previewSettings, severalNumbers } from '../../uploads/file-settings.js';
import {
  component,
  count,
  countOrNull,
  optionalText,
  text,
  textOrNull,
  timestamp,
  unreadReason,
} from '../../wire/common-shapes.js';
import { creditsShape } from '../account/account.js';
import { fileForm, json } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';
import { factsOf, fileFactsShape } from '../tasks/task-shape.js';

const columnReason = component(
  'ColumnReason',
  [
    'The reason for the choice of the phone column:',
    '- `named`: you named it;',
    '- `header`: its header says so;',
    '- `cells`: its cells are phones, and no header said more;',
    '- `not_found`: no column shows that it holds phones: every row is `unknown` and free.',
  ].join('\n'),
).words(COLUMN_REASONS);

const rememberedShape = z
  .strictObject({
    default_country: optionalText.describe('ISO 3166 code of the country of national numbers.'),
    default_area_code: optionalText.describe('Area code of numbers that are written without one.'),
    several_numbers: severalNumbers.describe('How a cell with several numbers is read.').optional(),
    phone_column_index: count.describe('Position of the column of phones, from 0.').optional(),
    country_column: z.literal('none').describe('No column says the country of each row.').optional(),
    country_column_index: count
      .describe('Position of the column with the country of each row, from 0.')
      .optional(),
    consent_date_column: z
      .literal('none')
      .describe('No column has the date of consent of each row.')
      .optional(),
    consent_date_column_index: count
      .describe('Position of the column with the date of consent of each row, from 0.')
      .optional(),
    header_row: z.int().min(1).describe('Row of the file, from 1, that holds the header.'),
  })
  .nullable()
  .describe(
    'The settings that `reading=remembered` took from an earlier file, in the form of a request. Null if it took none.',
  );

const previewShape = component(
  'Preview',
  'What a submit would read from a file, and what it would cost. A preview holds no credits, and keeps no file unless it is asked to.',
).extending(fileFactsShape, {
  remembered: rememberedShape,
  sheets: z.array(text).describe('The first visible sheets of a workbook. Empty for a .csv.'),
  sheet_count: count.describe('The number of visible sheets. `sheets` lists only the first of many.'),
  column_reason: columnReason,
  country_column: textOrNull.describe(
    'The header of the column with the country of each row; null if there is none.',
  ),
  country_column_index: countOrNull.describe('Its position in the file, from 0.'),
  seen: z
    .strictObject({ filled: count, numbers: count })
    .describe('Counts of the first filled cells of the phone column, 100 at most.'),
  columns: z.array(z.strictObject({ index: count, name: text, samples: z.array(text) })),
  column_count: count.describe('The number of columns; `columns` may list fewer.'),
  first_rows: z
    .array(
      z.strictObject({
        row: count.describe('The row in the file, counted from 1 as a spreadsheet shows it.'),
        cells: z.array(text).describe('A cell for each of `columns`; a long one is cut and ends with `…`.'),
        phone: textOrNull.describe(
          'The number that is checked for the row, in E.164; null if there is none.',
        ),
        reason: unreadReason
          .nullable()
          .describe('The reason why the row has no number. Null if it has one, or if no column was found.'),
      }),
    )
    .describe('The first rows of data.'),
  total: count.describe('Rows in the file.'),
  numbers: count.describe('Distinct numbers.'),
  duplicates: count.describe('Rows with a number that an earlier row has too.'),
  without_number: z.strictObject({
    rows: count,
    empty: count.describe('The rows among them that have an empty cell.'),
    examples: z.array(z.strictObject({ row: count, text: text, reason: unreadReason })),
  }),
  known: z
    .strictObject({
      rows: count.describe('Rows with such a number.'),
      numbers: count.describe('Distinct numbers.'),
    })
    .describe(
      'Numbers with a known answer that is no older than `fresh_within`. They are free. Zeros without `fresh_within`.',
    ),
  suppressed: z
    .strictObject({
      rows: count.describe('Rows with such a number.'),
      numbers: count.describe('Distinct numbers.'),
    })
    .describe('Numbers that the account has suppressed. They are `unknown` and free.'),
  credits: z.strictObject({
    held: count.describe(
      'The credits that a submit holds: one for every row with a number that is neither `known` nor `suppressed`.',
    ),
    charged: count.describe(
      'The highest possible charge: one credit for each distinct number of these rows.',
    ),
  }),
  balance: creditsShape,
  upload: z
    .strictObject({
      upload_id: text,
      expires_at: timestamp.describe('Each use extends it.'),
    })
    .nullable()
    .describe(
      'The kept file. The next preview or submit may send its `upload_id` instead of the file. Null without `keep_upload`, or if there was no room.',
    ),
});

type WirePreview = z.infer<typeof previewShape>;

const EXAMPLE: WirePreview = {
  file_name: 'customers.csv',
  sheet: null,
  encoding: 'utf-8',
  phone_column: 'Mobile',
  phone_column_index: 1,
  remembered: null,
  sheets: [],
  sheet_count: 0,
  column_reason: 'header',
  country_column: null,
  country_column_index: null,
  seen: { filled: 3, numbers: 2 },
  columns: [
    { index: 0, name: 'Customer', samples: ['C-1', 'C-2', 'C-3'] },
    { index: 1, name: 'Mobile', samples: ['+41 79 123 45 67', '+41 79 765 43 21', 'none'] },
  ],
  column_count: 2,
  first_rows: [
    { row: 2, cells: ['C-1', '+41 79 123 45 67'], phone: '+41791234567', reason: null },
    { row: 3, cells: ['C-2', '+41 79 765 43 21'], phone: '+41797654321', reason: null },
    { row: 4, cells: ['C-3', 'none'], phone: null, reason: 'no_digits' },
  ],
  total: 3,
  numbers: 2,
  duplicates: 0,
  without_number: { rows: 1, empty: 0, examples: [{ row: 4, text: 'none', reason: 'no_digits' }] },
  known: { rows: 0, numbers: 0 },
  suppressed: { rows: 0, numbers: 0 },
  credits: { held: 2, charged: 2 },
  balance: { available: 100, held: 0 },
  upload: null,
  notes: [],
  unread: { no_digits: 1 },
};

/** Reads a file like a submit, and answers what a submit would do with it. */
export const preview = defineOperation({
  method: 'POST',
  path: '/v1/verify/batch/preview',
  tag: 'tasks',
  scope: 'batch',
  policy: 'files',
  isReadOnly: true,
  summary: 'See how a file would be read, and what it would cost',
  body: fileForm(previewSettings),
  query: previewSettings,
  reply: json(200, {
    description:
      'The sheets, the columns, the column of phones and the reason for it, the first rows, and the counts of rows, numbers and credits. Nothing is stored or held',
    shape: previewShape,
    example: EXAMPLE,
  }),
  errors: ['not_supported'],
  run: async (service, { body }) => ({
    ...shownPreview(await service.preview(body.request)),
    upload: body.kept(),
  }),
});

function shownPreview({ countryColumn, file, firstRows, remembered, ...preview }: FilePreview) {
  return {
    ...preview,
    ...factsOf(file),
    remembered: remembered && shownSettings(remembered),
    countryColumn: countryColumn?.name ?? null,
    countryColumnIndex: countryColumn?.index ?? null,
    firstRows: firstRows.map((row) => ({ ...row, phone: row.number })),
  };
}

/** A column by its position, or the word that there is none, is another setting of the API. */
function shownSettings(settings: NonNullable<FilePreview['remembered']>) {
  const { phoneColumn, countryColumn, consentDateColumn, ...others } = settings;
  return {
    ...others,
    phoneColumnIndex: phoneColumn,
    ...(typeof countryColumn === 'number' ? { countryColumnIndex: countryColumn } : { countryColumn }),
    ...(typeof consentDateColumn === 'number'
      ? { consentDateColumnIndex: consentDateColumn }
      : { consentDateColumn }),
  };
}
