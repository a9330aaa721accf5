import { DialproofError, type E164 } from '@dialproof/core';
import { EndingsChecker } from '../http/server/endings-checker.js';
import { phone } from '../http/server/sample-files.js';

// Numbers that are spelt out in E.164 need no reader.
export const [APP, DEAD, OLD, FAILING, SLOW] = (
  ['wa_registered', 'dead', 'inactive', 'failing', 'slow'] as const
).map((behaviour) => phone(behaviour)) as E164[] as [E164, E164, E164, E164, E164];
export const ANSWERS = [
  [APP, 'wa_registered'],
  [DEAD, 'dead'],
  [OLD, 'inactive'],
] as const;

/** Longer than any case waits. */
export const right = new EndingsChecker({ slowMs: 60_000 });
export const unavailable = () => Promise.reject(new DialproofError('checker_unavailable'));
