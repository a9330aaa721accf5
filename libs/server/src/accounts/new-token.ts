import { SCOPES, type Scope } from '@dialproof/core';
import type { NewTokenOptions } from '@dialproof/sql';
import { UsageError } from '../command-line/operator-command.js';

/** The options of a new token, from the arguments. Throws UsageError. */
export function newTokenOptions(
  {
    name,
    scopes,
    ends,
    'max-credits-per-day': perDay,
    'max-credits-per-task': perTask,
  }: {
    readonly name?: string | undefined;
    readonly scopes?: string | undefined;
    readonly ends?: string | undefined;
    readonly 'max-credits-per-day'?: string | undefined;
    readonly 'max-credits-per-task'?: string | undefined;
  },
  now: number,
): NewTokenOptions {
  return {
    ...(name === undefined ? {} : { name }),
    ...(scopes === undefined ? {} : { scopes: scopes.split(',').map((scope) => scopeOf(scope.trim())) }),
    ...(ends === undefined ? {} : { expiresAt: now + durationOf('--ends', ends) }),
    ...(perDay === undefined ? {} : { maxCreditsPerDay: capOf('--max-credits-per-day', perDay) }),
    ...(perTask === undefined ? {} : { maxCreditsPerTask: capOf('--max-credits-per-task', perTask) }),
  };
}

/** Hours or days in milliseconds. Throws UsageError that names the option. */
export function durationOf(option: string, written: string): number {
  const [, count, unit] = /^([1-9]\d{0,3})([hd])$/.exec(written) ?? [];
  if (count === undefined)
    throw new UsageError(`${option} is "${written}", expected hours or days as 24h or 7d.`);
  return Number(count) * (unit === 'd' ? 24 : 1) * 3_600_000;
}

function capOf(option: string, written: string): number {
  if (/^[1-9]\d{0,14}$/.test(written)) return Number(written);
  throw new UsageError(`${option} is "${written}", expected a whole number from 1.`);
}

function scopeOf(written: string): Scope {
  const scope = SCOPES.find((known) => known === written);
  if (scope !== undefined) return scope;
  throw new UsageError(
    `--scopes has "${written}", expected some of ${SCOPES.join(', ')}, separated by commas.`,
  );
}
