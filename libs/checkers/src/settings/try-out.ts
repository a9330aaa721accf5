import { isDialproofError, OUTAGE_REASONS } from '@dialproof/core';
import type { BuiltChecker } from './named-checkers.js';
import { CheckerSettingsError, messageOf, type SettingsProblem } from './settings-error.js';

/** How long the upstreams are tried out for, in milliseconds. One that is slower is tried with the first number. */
const TRY_OUT_MS = 5_000;

/** Asks each upstream something that is free; see `ConfiguredChecker.tryOut`. */
export async function tryOut(upstreams: readonly BuiltChecker[]): Promise<void> {
  const signal = AbortSignal.timeout(TRY_OUT_MS);
  const refusals = await Promise.all(upstreams.map((one) => refusalOf(one, signal)));
  const problems = refusals.filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new CheckerSettingsError(problems);
}

async function refusalOf(
  { name, tryOut }: BuiltChecker,
  signal: AbortSignal,
): Promise<SettingsProblem | undefined> {
  try {
    await tryOut?.(signal);
    return undefined;
  } catch (error) {
    const needsHand = OUTAGE_REASONS.some(
      (reason) =>
        reason !== 'checker_unavailable' && reason !== 'sandbox_outage' && isDialproofError(error, reason),
    );
    const sentence = `The checker ${name}: ${messageOf(error)}`;
    return needsHand ? { code: 'refused_by_upstream', sentence } : undefined;
  }
}
