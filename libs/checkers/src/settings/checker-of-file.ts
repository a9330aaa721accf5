import { describedChecker } from '../described/index.js';
import { valueAt } from '../described/json-path.js';
import { secretsIn } from '../described/template.js';
import type { Secret } from '../upstream/secret.js';
import { fetchOf, type HostParts, type NamedChecker } from './named-checker.js';
import type { SettingValues } from './setting-values.js';

const HTTP_SECRET = 'DIALPROOF_HTTP_CHECKER_SECRET';

/** A secret that a description names and the settings do not give. */
function missingSecret(name: string): string {
  const found = `The description in DIALPROOF_HTTP_CHECKER has {secret.${name}}`;
  return name === 'key'
    ? `${found}: set ${HTTP_SECRET}, or ${HTTP_SECRET}_FILE with the path of a file that holds it.`
    : `${found}: settings can give only {secret.key}.`;
}

/** Makes the checker `http` of the description that a file holds. What is wrong with it is added to the problems of `values`. */
export function checkerOfFile(values: SettingValues, host: HostParts): NamedChecker {
  const description = values.json('DIALPROOF_HTTP_CHECKER', 'http');
  const key = values.optionalSecret(HTTP_SECRET);
  const given: Readonly<Record<string, Secret>> = key === undefined ? {} : { key };
  const missing = secretsIn(valueAt(description, 'request')).filter((name) => !Object.hasOwn(given, name));
  values.problems.push(...missing.map(missingSecret));
  // With substitutes, the problems of the description are found too.
  const standIns = Object.fromEntries(missing.map((name) => [name, 'missing']));
  const { onFailedEntry } = host;
  const options = {
    ...fetchOf(host),
    ...(onFailedEntry === undefined ? {} : { onFailedEntry }),
    secrets: { ...standIns, ...given },
  };
  return { checker: describedChecker(description, options), costs: true, asks: [description] };
}
