import type { Note, Preview, Task } from '../../api/api.js';
import type { Server } from '../settings/open-server.js';

/** Digits that may be a number, with what people write between them. */
const NUMBER = /\+?\d(?:[\s()./-]*\d){5,}/g;

/**
 * A task without its notes and the name of its column: notes quote cells of the file, and with `header_row` an assistant could make any row
 * the header.
 */
export function shownTask(
  { notes, phone_column, ...task }: Task,
  { server, showsNumbers }: { readonly server: Server; readonly showsNumbers: boolean },
): object {
  const made_up_by_sandbox = server.isSandbox();
  if (showsNumbers) return { ...task, phone_column, notes, made_up_by_sandbox };
  const file_name = withoutNumbers(task.file_name);
  return { ...task, file_name, notes: notes.map(codeOf), made_up_by_sandbox };
}

/**
 * A preview without cells of the file. `areHeaders`: whether the names of its columns are real headers, and not a row that the assistant
 * has chosen.
 */
export function withoutCells(preview: Preview, areHeaders: boolean): object {
  const {
    columns,
    country_column,
    first_rows: _rows,
    notes,
    phone_column,
    upload: _upload,
    ...others
  } = preview;
  const { rows, empty } = preview.without_number;
  const names = {
    phone_column: withoutNumbers(phone_column),
    country_column: country_column === null ? null : withoutNumbers(country_column),
  };
  return {
    ...others,
    ...(areHeaders ? names : {}),
    columns: columns.map(({ index, name }) =>
      areHeaders ? { index, name: withoutNumbers(name) } : { index },
    ),
    notes: notes.map(codeOf),
    without_number: { rows, empty },
  };
}

function codeOf({ code, rows }: Note): Pick<Note, 'code' | 'rows'> {
  return { code, rows };
}

export function withoutNumbers(text: string): string {
  return text.replace(NUMBER, '…');
}
