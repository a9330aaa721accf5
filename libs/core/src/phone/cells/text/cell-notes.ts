import type { CountryCode } from '../../numbering/country-code.js';

const ADDRESS = '[^\\s@;,|<>()"\']';
/**
 * An e-mail address beside a number. Behind a space it must begin with a letter: in `+41 79 123 45 67@example.com` it would begin with the
 * last digits of the number.
 */
const EMAIL = new RegExp(
  `(?:(?<=^|[;,|/<("'\\n])\\s*${ADDRESS}|(?<=\\s)\\p{L})${ADDRESS}*@${ADDRESS}+\\.\\p{L}{2,}(?=$|[\\s;,|>)"'])`,
  'gu',
);

/** Words in brackets without digits, at the beginning or the end. Between digits they may explain these digits. */
const NOTE = '[([{\u3010\u3014\u300c][^\\d+()[\\]{}]*\\p{L}[^\\d+()[\\]{}]*[)\\]}\u3011\u3015\u300d]';
const NOTE_IN_FRONT = new RegExp(`^\\s*${NOTE}`, 'u');
const NOTE_BEHIND = new RegExp(`(?:${NOTE}[\\s;,]*)+$`, 'u');

/** The sign of a footnote. */
const FOOTNOTE = /(?:\s+[\u2234\u2235\u203b\u2605\u2606\u25a0-\u25cf\u2020\u2021]+)+$/;

/** Brazilians write `0xx11` for the zero, a carrier of one's choice, and the area code 11. Elsewhere an x hides a digit. */
const CARRIER_OF_CHOICE = /(?<=^\D*|^(?:\+|00)55\D*)0[ -]?(?:xx|\*\*)(?=[)\] -]*\(?\d\d)/i;

/** Removes text that does not affect the digits: e-mail addresses, notes in brackets, footnote signs. */
export function withoutNotes(text: string): string {
  const withoutEmail = text.includes('@') ? text.replace(EMAIL, '') : text;
  return withoutEmail.replace(FOOTNOTE, '').replace(NOTE_IN_FRONT, '').replace(NOTE_BEHIND, '').trim();
}

/** Removes the `xx` of a Brazilian `0xx11`. */
export function withoutCarrierOfChoice(text: string, country: CountryCode | undefined): string {
  return country === 'BR' || /^\D*(?:\+|00)55/.test(text) ? text.replace(CARRIER_OF_CHOICE, '0') : text;
}
