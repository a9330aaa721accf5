import type { Preview, UnreadReason } from '../../api/api.js';
import { counted, grouped } from './format.js';
import { noteLine } from './note-line.js';
import { type Paint, printable } from './output.js';

const EXAMPLES = 3;
const SHEETS = 5;

/** The result of a preview and the cost. `forecast`: the cost without credits, in a sentence. */
export function previewLines(preview: Preview, paint: Paint, forecast?: string): readonly string[] {
  const { total, numbers, duplicates, known, suppressed, without_number, notes } = preview;
  const examples = without_number.examples
    .slice(0, EXAMPLES)
    .map(({ row, text, reason }) => `row ${row} "${printable(text)}" (${unreadWords(reason)})`);
  const empty = without_number.empty === 0 ? '' : ` (${grouped(without_number.empty)} empty)`;
  const listed = examples.length === 0 ? '' : `: ${examples.join(', ')}`;
  const without =
    without_number.rows === 0
      ? []
      : [`${counted(without_number.rows, 'row')} without a number${empty}${listed}`];
  return [
    `${paint('bold', printable(preview.file_name))}: ${counted(total, 'row')}, ${columnOf(preview)}`,
    ...otherSheets(preview),
    numbers === 0
      ? 'No numbers to verify'
      : `${counted(numbers, 'number')} to verify, ${counted(duplicates, 'duplicate')}`,
    ...(known.numbers === 0
      ? []
      : [`${counted(known.numbers, 'number')} known already, in ${counted(known.rows, 'row')}: free`]),
    ...(suppressed.numbers === 0
      ? []
      : [
          `${counted(suppressed.numbers, 'number')} suppressed, in ${counted(suppressed.rows, 'row')}: nobody is asked`,
        ]),
    ...without,
    ...(numbers === 0 ? [] : [forecast ?? costLine(preview, paint)]),
    ...notes.map((note) => paint('yellow', noteLine(note))),
  ];
}

function costLine({ balance, credits: { charged, held } }: Preview, paint: Paint): string {
  const cost = `It costs at most ${paint('bold', counted(charged, 'credit'))}.`;
  return held > balance.available
    ? `${cost} It holds ${grouped(held)} until it ends, and you have ${grouped(balance.available)}.`
    : `${cost} It holds ${grouped(held)} of your ${grouped(balance.available)} until it ends.`;
}

/** The sheets that are not read, since one of them may be the right one. */
function otherSheets({ sheet, sheet_count, sheets }: Preview): readonly string[] {
  const others = sheets.filter((name) => name !== sheet).slice(0, SHEETS);
  if (others.length === 0) return [];
  const more = sheet_count - 1 - others.length;
  const listed = others.map((name) => `"${printable(name)}"`).join(', ');
  return [`Not read: ${listed}${more > 0 ? ` and ${counted(more, 'more sheet')}` : ''} (--sheet)`];
}

function columnOf(preview: Preview): string {
  const { column_reason, sheet } = preview;
  const named = sheet === null ? '' : ` the sheet "${printable(sheet)}"`;
  if (column_reason === 'not_found') return `no column with phone numbers was found${named && ` in${named}`}`;
  return `phone numbers in ${nameOfColumn(preview)}${named && ` of${named}`}`;
}

/** The header, with the position if it is ambiguous. */
function nameOfColumn({ columns, phone_column: header, phone_column_index: index }: Preview): string {
  const isTelling = header.trim() !== '' && columns.filter(({ name }) => name === header).length < 2;
  return isTelling ? `"${printable(header)}"` : `"${printable(header)}" (--column ${index})`;
}

const WORDS: Readonly<Record<UnreadReason, string>> = {
  empty: 'empty',
  no_digits: 'no digits',
  too_few_digits: 'too few digits',
  lost_digits: 'digits are missing',
  extra_digits: 'digits behind the number',
  wrong_length: 'too few or too many digits for its country',
  several_numbers: 'several numbers',
  other_text: 'other text in it',
  something_else: 'a date, a price or an id',
  no_country: 'no country',
  no_area_code: 'no area code',
  impossible: 'no such number',
  unclear: 'may be two numbers',
  placeholder: 'a placeholder',
  may_be_id: 'may be an id',
};

/** The reasons why cells are no numbers, in a few words. */
export function unreadWords(reason: UnreadReason): string {
  // A newer server may have reasons of other kinds.
  return Object.hasOwn(WORDS, reason) ? WORDS[reason] : 'no number';
}
