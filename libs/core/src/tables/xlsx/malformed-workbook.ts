import { DialproofError } from '../../errors.js';

/** `malformed_file` for a file that is named .xlsx; `found` ends a sentence that begins with 'the file is named .xlsx but'. */
export function malformedWorkbook(found: string, cause?: unknown): DialproofError {
  return new DialproofError('malformed_file', { hint: `the file is named .xlsx but ${found}`, cause });
}
