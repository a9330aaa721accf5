import { type NoteCode, type Task, type TaskFile, VERIFICATION_STATUSES } from '@dialproof/core';

/** The option that changes what a note is about. Hints have the names that settings have over HTTP. */
const OPTIONS: Readonly<Record<NoteCode, string>> = {
  country_needed: '--default-country',
  numbers_without_area_code: '--default-area-code',
  several_numbers: '--several-numbers',
  no_phone_column: '--phone-column',
  lines_skipped: '--header-row',
  encoding_guessed: '--encoding',
};

/** What became of a file, line by line. The last lines say what the reader decided and which option changes it. */
export function summaryOf(
  { credits, file, sources, summary }: Task,
  checkers: readonly string[],
): readonly string[] {
  return [
    whereFound(file),
    ...VERIFICATION_STATUSES.map((status) => `${status.padEnd(20)} ${String(summary[status]).padStart(7)}`),
    `${credits.charged} numbers were checked, by ${namesOf(checkers)}.`,
    ...sourceLines(sources),
    ...file.notes.map(({ code, hint }) => `Note: ${printable(hint)} (${OPTIONS[code]})`),
  ];
}

function sourceLines(sources: Task['sources']): readonly string[] {
  const counts = Object.entries(sources).map(([source, rows]) => `${source} ${rows}`);
  return counts.length === 0 ? [] : [`Rows by the source of their answer: ${counts.join(', ')}.`];
}

function whereFound({ notes, phoneColumn, sheet }: TaskFile): string {
  const ofSheet = sheet === null ? '' : ` of the sheet "${printable(sheet)}"`;
  return notes.some(({ code }) => code === 'no_phone_column')
    ? `No column${ofSheet} was found to hold phones.`
    : `The phones are in the column "${printable(phoneColumn.name)}"${ofSheet}.`;
}

function namesOf(checkers: readonly string[]): string {
  const names = checkers.map((name) => (name === 'sandbox' ? 'the sandbox' : name)).join(', ');
  return checkers.includes('sandbox') ? `${names}: what the sandbox says is MADE UP` : names;
}

/** Cells of a stranger's file are in it: without what a terminal would obey, such as an escape. */
function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
