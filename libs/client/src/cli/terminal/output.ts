import { stripVTControlCharacters } from 'node:util';
import type { VerificationStatus } from '../../api/api.js';
import type { Host, Output } from '../host.js';

/** Writes a line, and waits until a slow reader has room for more. */
export async function writeLine(output: Output, line: string): Promise<void> {
  await write(output, `${line}\n`);
}

/** Writes lines for people, which a terminal breaks between words. */
export async function writeLines(output: Output, lines: readonly string[]): Promise<void> {
  for (const line of lines) await writeLine(output, wrapped(line, output));
}

/** Writes, and waits until a slow reader has room for more. */
export function write(output: Output, piece: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(piece, (error) => (error ? reject(error) : resolve()));
  });
}

/** Writes a value as one line of JSON, for programs. */
export function writeJson({ stdout }: Host, value: unknown): Promise<void> {
  return writeLine(stdout, JSON.stringify(value));
}

/** An answer: its JSON with `--json`, else its line for people. */
export async function writeAnswer(
  host: Host,
  { json }: { readonly json?: true },
  answer: object,
  line: string,
): Promise<void> {
  await (json ? writeJson(host, answer) : writeLine(host.stdout, line));
}

/** The items of a list: each as JSON with `--json`, else the lines of a table, or on the standard error that there are none. */
export async function writeList<Item>(
  host: Host,
  { json }: { readonly json?: true },
  items: readonly Item[],
  { none, lines }: { readonly none: string; readonly lines: (items: readonly Item[]) => readonly string[] },
): Promise<void> {
  if (json) for (const item of items) await writeJson(host, item);
  else if (items.length === 0) host.stderr.write(`${none}\n`);
  else for (const line of lines(items)) await writeLine(host.stdout, line);
}

/**
 * A text whose lines break between words, if they are longer than a terminal is wide. Other outputs get it as it is. An indented line is a
 * command to be pasted and stays whole.
 */
export function wrapped(text: string, { isTTY, columns = 80 }: Pick<Output, 'isTTY' | 'columns'>): string {
  if (isTTY !== true) return text;
  return text
    .split('\n')
    .map((line) =>
      line.startsWith('  ') ? line : line.split(' ').reduce((done, word) => join(done, word, columns)),
    )
    .join('\n');
}

function join(done: string, word: string, columns: number): string {
  const last = lengthOf(done.slice(done.lastIndexOf('\n') + 1));
  return `${done}${last + 1 + lengthOf(word) > columns ? '\n' : ' '}${word}`;
}

/** The characters that a terminal shows: colours take no place. */
function lengthOf(text: string): number {
  return stripVTControlCharacters(text).length;
}

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;
type Style = keyof typeof CODES;

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

/** A text that begins with a capital and ends with a full stop, if it has no end of its own. */
export function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?]$/.test(text) ? '' : '.'}`;
}
