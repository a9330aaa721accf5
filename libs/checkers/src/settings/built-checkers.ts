import { CHECKER_NAMES, type CheckerName, namingVariables } from './checker-variables.js';
import type { HostParts, NamedChecker } from './named-checker.js';
import { buildNamed } from './named-checkers.js';
import { messageOf, type SettingValues } from './setting-values.js';

/** A checker by its name in the settings. */
export interface BuiltChecker extends NamedChecker {
  readonly name: CheckerName;
}

/**
 * Makes the checkers of these names, which are separated by commas. What is wrong with them is among the problems of `values`. There is a
 * placeholder for a checker that cannot be made: all problems are gathered before an error is thrown.
 */
export function buildCheckers(
  names: string,
  values: SettingValues,
  host: HostParts,
): readonly BuiltChecker[] {
  return readNames(names, values).map((name) => ({ name, ...build(name, values, host) }));
}

function readNames(written: string, values: SettingValues): readonly CheckerName[] {
  const names: CheckerName[] = [];
  for (const text of written.split(',').map((name) => name.trim())) {
    const name = CHECKER_NAMES.find((known) => known === text);
    if (name === undefined) {
      values.problems.push(
        `DIALPROOF_CHECKER has "${text}", expected one or several of: ${CHECKER_NAMES.join(', ')}.`,
      );
    } else if (names.includes(name)) values.problems.push(`DIALPROOF_CHECKER has ${name} twice.`);
    else names.push(name);
  }
  return names;
}

function build(name: CheckerName, values: SettingValues, host: HostParts): NamedChecker {
  const standInsBefore = values.standIns;
  try {
    return buildNamed(name, values, host);
  } catch (error) {
    // A missing setting is among the problems already.
    if (values.standIns === standInsBefore)
      values.problems.push(`The checker ${name}: ${namingVariables(name, messageOf(error))}.`);
    // As an upstream, so that nothing is said to need one.
    return { checker: { check: () => Promise.reject(error) }, costs: true };
  }
}
