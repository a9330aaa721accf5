/**
 * A text in XML that is read as it stands, as a part of a regular expression: nothing in it stands for something else (`&`, and the
 * carriage return that becomes a line feed), may not stand in a text (`]]>`), or is not allowed in XML.
 */
export const PLAIN_TEXT = String.raw`[^<&\]\0-\x08\x0b-\x1f\ufffe\uffff]*`;
