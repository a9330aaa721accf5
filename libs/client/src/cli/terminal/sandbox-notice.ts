import type { Host } from '../host.js';
import { paintOn } from './style.js';

export const MADE_UP = 'Results are MADE UP by the sandbox here. They say nothing about real numbers.';

/** Says, besides the results, that the server makes them up. */
export function tellIfSandbox({ isSandbox }: { isSandbox(): boolean }, { stderr, env }: Host): void {
  if (isSandbox()) stderr.write(`${paintOn(stderr, env)('yellow', MADE_UP)}\n`);
}
