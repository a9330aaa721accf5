import type { ModulesContainer } from '@nestjs/core';
import { INSTANCE } from '../verification/tokens.js';
import type { Instance } from './verification.module-definition.js';

/**
 * Throws TypeError for two instances with the same name, since the host would inject either of them, or with routes at the same path, since
 * one would answer for the other's accounts.
 */
export function assertDistinct(own: Instance, modules: ModulesContainer): void {
  for (const module of modules.values()) {
    // Nobody else has the symbol.
    const other = module.providers.get(INSTANCE)?.instance as Instance | undefined;
    if (other === undefined || other === own) continue;
    if (other.name === own.name) {
      const which = own.name === undefined ? 'without a name' : `named ${own.name}`;
      throw new TypeError(
        `VerificationModule: there are two instances ${which}; make it once and import that, or give one a name of its own`,
      );
    }
    if (own.controller && other.controller && mountOf(own) === mountOf(other)) {
      throw new TypeError(
        `VerificationModule: two instances have their routes at "${own.path ?? ''}"; give one a path of its own, or routes: false`,
      );
    }
  }
}

/** The path of an instance's routes. Nest ignores slashes at the ends of a path. */
function mountOf({ path = '' }: Instance): string {
  return path.split('/').filter(Boolean).join('/');
}
