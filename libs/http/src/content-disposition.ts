const MAX_STEM = 100;

/** The name of a result: that of the upload with `-verified` and the ending of what it now is. */
export function resultFileName(uploadName: string): string {
  const stem = uploadName
    .replace(/\.(?:csv|xlsx)$/i, '')
    // Control and format characters, folders, what Windows forbids, and halves of surrogate pairs.
    .replace(/[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]/gu, '_')
    .replace(/^[. ]+|[. ]+$/g, '');
  return `${Array.from(stem).slice(0, MAX_STEM).join('') || 'result'}-verified.csv`;
}

/**
 * A `Content-Disposition` that has the file saved under `fileName` (RFC 6266): in ASCII for clients that know no better, in
 * UTF-8 (RFC 8187) for all others.
 */
export function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const parameter = `attachment; filename="${plain}"`;
  return plain === fileName ? parameter : `${parameter}; filename*=UTF-8''${extendedValue(fileName)}`;
}

// encodeURIComponent leaves these four alone, which RFC 8187's attr-char does not allow.
function extendedValue(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
