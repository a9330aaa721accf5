import { type ResultFormat, textWithinBytes } from '@dialproof/core';

/** Together with the ending, less than the 255 bytes that a file system allows. */
const MAX_STEM_BYTES = 200;

/**
 * Control and format characters, among them those that turn the direction of writing, folders, what Windows forbids, line separators,
 * and halves of surrogate pairs. The two joiners stay: emoji and words of several scripts are written with them.
 */
const UNSAFE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;

/** Names that Windows takes for a device, whatever follows the first dot. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;

/** The name of a result: that of the upload with `-verified`, and the ending of the result's format. Other files have other suffixes. */
export function resultFileName(uploadName: string, format: ResultFormat, suffix = 'verified'): string {
  const stem = uploadName
    .replace(/\.(?:csv|xlsx)$/i, '')
    .replace(UNSAFE, '_')
    .replace(/^[.\s]+/, '');
  const safe = withoutEnd(stem).replace(DEVICE, '_$&');
  return `${textWithinBytes(safe, MAX_STEM_BYTES) || 'result'}-${suffix}.${format}`;
}

/** The stem without dots and spaces at its end. A pattern would scan each run of spaces again from each of its positions. */
function withoutEnd(stem: string): string {
  let end = stem.length;
  while (end > 0 && /[.\s]/.test(stem.charAt(end - 1))) end -= 1;
  return stem.slice(0, end);
}

/** A `Content-Disposition` that names the file `fileName` (RFC 6266): in ASCII for old clients, in UTF-8 (RFC 8187) for all others. */
export function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const parameter = `attachment; filename="${plain}"`;
  return plain === fileName ? parameter : `${parameter}; filename*=UTF-8''${extendedValue(fileName)}`;
}

// encodeURIComponent leaves these four unchanged, but RFC 8187's attr-char does not allow them.
function extendedValue(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
