/** The escapes of text. An XML parser turns an unescaped carriage return into a line feed. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#13;',
};

/** Characters that XML cannot hold, besides halves of surrogate pairs. */
const NOT_IN_XML = '\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\ufffe\\uffff';

/** Whether a text may need escapes or preserved white space. Most texts need neither, and this test is cheap. */
const MAY_NEED_ESCAPES = new RegExp(`[&<>\\r_${NOT_IN_XML}\\ud800-\\udfff]`);

/**
 * Matches what is written as `_x0001_`: characters that XML cannot hold, and an underscore that would begin such an escape. Escapes may
 * overlap.
 */
const HEX_ESCAPED = new RegExp(`[${NOT_IN_XML}\\p{Cs}]|_(?=x[0-9a-f]{4}[_${NOT_IN_XML}\\p{Cs}])`, 'giu');

/** Without `xml:space`, readers may drop white space at the ends and join it within. */
const NEEDS_PRESERVING = /^ | $| {2}|[\t\r\n]/;

/**
 * The content of an `is` element, such that spreadsheets give back every character of the text: what XML cannot hold is written as
 * `_x0001_`, and `_x0001_` itself as `_x005F_x0001_` (ECMA-376 part 1, 22.9.2.19).
 */
export function inlineString(text: string): string {
  if (!MAY_NEED_ESCAPES.test(text)) return textElement(text, text);
  const inXml = text.replace(/[&<>\r]/g, (char) => ENTITIES[char] ?? char);
  const content = inXml.replace(HEX_ESCAPED, hexEscape);
  // exceljs decodes escapes of inline strings only within a run. For other readers a run makes no difference.
  return content === inXml ? textElement(text, content) : `<r>${textElement(text, content)}</r>`;
}

function textElement(text: string, content: string): string {
  return NEEDS_PRESERVING.test(text) ? `<t xml:space="preserve">${content}</t>` : `<t>${content}</t>`;
}

function hexEscape(char: string): string {
  return `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}
