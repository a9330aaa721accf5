import type { Host } from '../host.js';
import { paintOn, printable } from './output.js';
import { CLEAR_LINE } from './progress.js';

/** Lines are remembered, since a failing checker reports the same for each number. */
const MAX_REMEMBERED = 100;

/** Says each line once, also while a bar is shown, which is drawn again below it. */
export function noticesOf({ env, stderr }: Pick<Host, 'env' | 'stderr'>): (line: string) => void {
  const clear = stderr.isTTY === true && env['TERM'] !== 'dumb' ? CLEAR_LINE : '';
  const said = new Set<string>();
  return (line) => {
    if (said.has(line)) return;
    if (said.size >= MAX_REMEMBERED) said.clear();
    said.add(line);
    stderr.write(`${clear}${printable(line)}\n`);
  };
}

export const MADE_UP = 'Results are MADE UP by the sandbox here. They say nothing about real numbers.';

/** Says, besides the results, that the server makes them up. */
export function warnIfSandbox({ isSandbox }: { isSandbox(): boolean }, { stderr, env }: Host): void {
  if (isSandbox()) stderr.write(`${paintOn(stderr, env)('yellow', MADE_UP)}\n`);
}
