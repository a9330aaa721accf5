import {
  type ConfiguredChecker,
  type ConfiguredCheckerOptions,
  configuredChecker,
} from './configured-checker.js';
import { CheckerSettingsError } from './setting-values.js';

export interface TriedCheckerOptions extends ConfiguredCheckerOptions {
  /** Makes the host's own error of the sentences about settings that are wrong. Default: a {@link CheckerSettingsError}. */
  readonly refusal?: (sentences: string) => Error;
}

/**
 * Makes the checker of settings and tries it out, as hosts do at their start. Rejects with the error of `refusal` where the settings make no
 * checker, or an upstream refuses them.
 */
export async function triedChecker({ refusal, ...options }: TriedCheckerOptions): Promise<ConfiguredChecker> {
  try {
    const checker = configuredChecker(options);
    await checker.tryOut();
    return checker;
  } catch (error) {
    throw error instanceof CheckerSettingsError && refusal !== undefined ? refusal(error.message) : error;
  }
}
