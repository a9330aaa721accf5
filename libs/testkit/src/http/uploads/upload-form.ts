const BOUNDARY = 'dialproof-b0undary';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** One part of a form, written by hand; a file when it has a file name. */
export function part(name: string, content: string, fileName?: string): string {
  const file = fileName === undefined ? '' : `; filename="${fileName}"\r\ncontent-type: text/csv`;
  return `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`;
}

/** A whole form. */
export function form(...parts: readonly string[]): string {
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}
