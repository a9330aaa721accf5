import { DialproofError } from '../../errors.js';

/** What is found may have names in it that the file made up. */
const MAX_CHARS = 400;

/** `malformed_file` for a file that is named .xlsx; `found` ends a sentence that begins with 'the file is named .xlsx but'. */
export function malformedWorkbook(found: string, cause?: unknown): DialproofError {
  return new DialproofError('malformed_file', {
    hint: `the file is named .xlsx but ${found.slice(0, MAX_CHARS)}`,
    cause,
  });
}
