import type { VerificationStatus } from '../../api/api.js';
import type { Host, Output } from '../host.js';

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;
export type Style = keyof typeof CODES;

/** The colour of each status. */
export const STATUS_STYLES: Readonly<Record<VerificationStatus, Style>> = {
  wa_registered: 'green',
  telegram_registered: 'cyan',
  dead: 'red',
  inactive: 'yellow',
  unknown: 'dim',
};

/** Writes text in a style, if the output is a terminal with styles. */
export type Paint = (style: Style, text: string) => string;

/** https://no-color.org: any text but an empty one turns colours off. */
export function paintOn(output: Output, env: Host['env']): Paint {
  const isColoured = output.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  return (style, text) => (isColoured ? `\x1b[${CODES[style]}m${text}\x1b[0m` : text);
}

/** Removes control characters, such as escapes, from cells of foreign files and from hints that quote them. */
export function printable(text: string): string {
  // Among the formats are marks that turn the direction of writing.
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
}
