import type { FilePreview } from '@dialproof/core';
import { COLUMN_REASONS } from '@dialproof/core/model';
import { z } from 'zod';
import { previewSettings, severalNumbers } from '../../uploads/file-settings.js';
import type { KeptUpload } from '../../uploads/kept-uploads.js';
import { component, count, timestamp, unreadReason } from '../../wire/common-shapes.js';
import { creditsShape } from '../account/account.js';
import { fileForm, json } from '../definition/content.js';
import { defineOperation } from '../definition/define-operation.js';
import { fileFacts, wireFile } from '../tasks/task-shape.js';

const columnReason = component(
  'ColumnReason',
  z
    .enum(COLUMN_REASONS)
    .describe(
      [
        'The reason for the choice of the phone column:',
        '- `named`: you named it;',
        '- `header`: its header says so;',
        '- `cells`: its cells are phones, and no header said more;',
        '- `not_found`: no column shows that it holds phones: every row is `unknown` and free.',
      ].join('\n'),
    ),
);

const rememberedShape = z
  .strictObject({
    default_country: z.string().describe('ISO 3166 code of the country of national numbers.').optional(),
    default_area_code: z.string().describe('Area code of numbers that are written without one.').optional(),
    several_numbers: severalNumbers.describe('How a cell with several numbers is read.').optional(),
    phone_column_index: count.describe('Position of the column of phones, from 0.').optional(),
    country_column: z.literal('none').describe('No column says the country of each row.').optional(),
    country_column_index: count.describe('Position of the column that says it, from 0.').optional(),
    consent_date_column: z
      .literal('none')
      .describe('No column has the date of consent of each row.')
      .optional(),
    consent_date_column_index: count.describe('Position of the column that has it, from 0.').optional(),
    header_row: z.int().min(1).describe('Row of the file, from 1, that holds the header.'),
  })
  .nullable()
  .describe('The settings that `reading=remembered` has taken, as a request can give them; null for none.');

const previewShape = component(
  'Preview',
  z
    .strictObject({
      ...fileFacts,
      remembered: rememberedShape,
      sheets: z.array(z.string()).describe('The first visible sheets of a workbook; none of a .csv.'),
      sheet_count: count.describe('The number of visible sheets. `sheets` lists only the first of many.'),
      column_reason: columnReason,
      country_column: z
        .string()
        .nullable()
        .describe('The header of the column that says the country of each row; null if none does.'),
      country_column_index: count.nullable().describe('Its position in the file, from 0.'),
      seen: z
        .strictObject({ filled: count, numbers: count })
        .describe('Counted over the first filled cells of the phone column, 100 at most.'),
      columns: z.array(z.strictObject({ index: count, name: z.string(), samples: z.array(z.string()) })),
      column_count: count.describe('The number of columns; `columns` may list fewer.'),
      first_rows: z
        .array(
          z.strictObject({
            row: count.describe('The row in the file, counted from 1 as a spreadsheet shows it.'),
            cells: z
              .array(z.string())
              .describe('A cell for each of `columns`; a long one is cut and ends with `…`.'),
            phone: z
              .string()
              .nullable()
              .describe('The number that is checked for it, in E.164; null for none.'),
            reason: unreadReason
              .nullable()
              .describe('The reason why there is none; null if there is one, and if no column was found.'),
          }),
        )
        .describe('The first rows of data, side by side.'),
      total: count.describe('Rows in the file.'),
      numbers: count.describe('Distinct numbers.'),
      duplicates: count.describe('Rows whose number a row before them has.'),
      without_number: z.strictObject({
        rows: count,
        empty: count.describe('Those of them with an empty cell.'),
        examples: z.array(z.strictObject({ row: count, text: z.string(), reason: unreadReason })),
      }),
      known: z
        .strictObject({
          rows: count.describe('Rows whose number is one of them.'),
          numbers: count.describe('Distinct numbers.'),
        })
        .describe('The numbers whose answers are no older than `fresh_within`, and free; zeros without it.'),
      suppressed: z
        .strictObject({
          rows: count.describe('Rows whose number is one of them.'),
          numbers: count.describe('Distinct numbers.'),
        })
        .describe('The numbers that the account has suppressed: they are `unknown` and free.'),
      credits: z.strictObject({
        held: count.describe(
          'The credits that a submit holds: one for every row with a number that is neither `known` nor `suppressed`.',
        ),
        charged: count.describe('The highest charge: one credit for every distinct one of these numbers.'),
      }),
      balance: creditsShape,
      upload: z
        .strictObject({
          upload_id: z.string(),
          expires_at: timestamp.describe('Each use moves it on.'),
        })
        .nullable()
        .describe(
          'The kept file. The next preview or the submit may send its `upload_id` instead of the file. Null without `keep_upload`, and if there is no room.',
        ),
    })
    .describe(
      'What a submit would read from a file, and what it would cost. A preview holds no credits, and keeps no file unless it is asked to.',
    ),
);

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
  summary: 'See what a submit of a file would make of it, and cost',
  body: fileForm(previewSettings),
  query: previewSettings,
  reply: json(200, {
    description:
      'The sheets, the columns, the one of the phones and why, the first rows, how many rows and numbers there are, and credits; nothing is stored or held',
    shape: previewShape,
    example: EXAMPLE,
  }),
  errors: ['not_supported'],
  run: async (service, { body }) => wirePreview(await service.preview(body.request), body.kept()),
});

function wirePreview(preview: FilePreview, upload: KeptUpload | null): WirePreview {
  const { file, remembered, seen, withoutNumber, known, suppressed, credits, balance } = preview;
  return {
    ...wireFile(file),
    remembered: remembered && wireRemembered(remembered),
    sheets: [...preview.sheets],
    sheet_count: preview.sheetCount,
    column_reason: preview.columnReason,
    country_column: preview.countryColumn?.name ?? null,
    country_column_index: preview.countryColumn?.index ?? null,
    seen: { filled: seen.filled, numbers: seen.numbers },
    columns: preview.columns.map(({ index, name, samples }) => ({ index, name, samples: [...samples] })),
    column_count: preview.columnCount,
    first_rows: preview.firstRows.map(({ row, cells, number, reason }) => ({
      row,
      cells: [...cells],
      phone: number,
      reason,
    })),
    total: preview.total,
    numbers: preview.numbers,
    duplicates: preview.duplicates,
    without_number: {
      rows: withoutNumber.rows,
      empty: withoutNumber.empty,
      examples: withoutNumber.examples.map(({ row, text, reason }) => ({ row, text, reason })),
    },
    known: { rows: known.rows, numbers: known.numbers },
    suppressed: { rows: suppressed.rows, numbers: suppressed.numbers },
    credits: { held: credits.held, charged: credits.charged },
    balance: { available: balance.available, held: balance.held },
    upload: upload && { upload_id: upload.id, expires_at: upload.expiresAt.toISOString() },
  };
}

function wireRemembered({
  phoneColumn,
  countryColumn,
  consentDateColumn,
  ...settings
}: NonNullable<FilePreview['remembered']>): WirePreview['remembered'] {
  return {
    default_country: settings.defaultCountry,
    default_area_code: settings.defaultAreaCode,
    several_numbers: settings.severalNumbers,
    phone_column_index: phoneColumn,
    ...(typeof countryColumn === 'number'
      ? { country_column_index: countryColumn }
      : { country_column: countryColumn }),
    ...(typeof consentDateColumn === 'number'
      ? { consent_date_column_index: consentDateColumn }
      : { consent_date_column: consentDateColumn }),
    header_row: settings.headerRow,
  };
}
