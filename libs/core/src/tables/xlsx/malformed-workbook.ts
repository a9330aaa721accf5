import { DialproofError } from '../../model/errors.js';

/** Bounds hints, which may contain names from the file. */
const MAX_CHARS = 400;

/** The error `malformed_file` for a workbook. `found` ends a sentence that begins with 'the file is named .xlsx but'. */
export function malformedWorkbook(found: string, cause?: unknown): DialproofError {
  return new DialproofError('malformed_file', {
    hint: `the file is named .xlsx but ${found.slice(0, MAX_CHARS)}`,
    cause,
  });
}
