import { DialproofError, withoutNumbers } from '@dialproof/core';

/** The contract's refusal of an upload that multer has refused in front of it. Undefined for every other error. */
export function multerRefusal(error: unknown): DialproofError | undefined {
  const { name, code, field, message }: Readonly<Record<string, unknown>> = Object(error);
  if (name !== 'MulterError') return undefined;
  if (code === 'LIMIT_FILE_SIZE') {
    const hint = 'the file has more bytes than this server takes';
    return new DialproofError('file_too_large', { hint, cause: error });
  }
  if (code !== 'LIMIT_UNEXPECTED_FILE') {
    const hint = `the form is not one that this server takes: ${String(message).toLowerCase()}`;
    return new DialproofError('malformed_request', { hint, cause: error });
  }
  // With the right field, it is a second file or a multer that is not configured for such uploads: its error does not show which.
  return field === 'file'
    ? new DialproofError('malformed_request', {
        hint:
          'multer in front of Dialproof takes no file in the field "file", or only one: ' +
          'send one, or mount Dialproof before multer',
        cause: error,
      })
    : new DialproofError('file_required', {
        hint: `the file must be in a field named "file", it came in "${withoutNumbers(String(field))}"`,
        cause: error,
      });
}
