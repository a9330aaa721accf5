import { type Task, VERIFICATION_STATUSES } from '@dialproof/core';

/** What became of a file, line by line. The last lines say what the reader decided and which option changes it. */
export function summaryOf(
  { credits, file, sources, summary }: Task,
  checkers: readonly string[],
): readonly string[] {
  return [
    `The phones are in the column "${printable(file.phoneColumn.name)}".`,
    ...VERIFICATION_STATUSES.map((status) => `${status.padEnd(20)} ${String(summary[status]).padStart(7)}`),
    `${credits.charged} numbers were checked, by ${namesOf(checkers)}.`,
    ...sourceLines(sources),
    ...file.notes.map(({ hint }) => `Note: ${printable(hint)}`),
  ];
}

function sourceLines(sources: Task['sources']): readonly string[] {
  const counts = Object.entries(sources).map(([source, rows]) => `${source} ${rows}`);
  return counts.length === 0 ? [] : [`Rows by the source of their answer: ${counts.join(', ')}.`];
}

function namesOf(checkers: readonly string[]): string {
  const names = checkers.map((name) => (name === 'sandbox' ? 'the sandbox' : name)).join(', ');
  return checkers.includes('sandbox') ? `${names}: what the sandbox says is MADE UP` : names;
}

/** Cells of a stranger's file are in it: without what a terminal would obey, such as an escape. */
function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
