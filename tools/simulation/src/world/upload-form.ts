const BOUNDARY = 'boundary';

/** The form of an upload as text, with its media type. A `FormData` would be read in threads. */
export function uploadForm(
  file: string,
  fields: Readonly<Record<string, string>> = {},
): { readonly text: string; readonly mediaType: string } {
  const before = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const part = 'content-disposition: form-data; name="file"; filename="list.csv"\r\ncontent-type: text/csv';
  return {
    text: `${before.join('')}--${BOUNDARY}\r\n${part}\r\n\r\n${file}\r\n--${BOUNDARY}--\r\n`,
    mediaType: `multipart/form-data; boundary=${BOUNDARY}`,
  };
}
