import { Inject, Injectable } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { INSTANCE } from './tokens.js';

/** What tells an instance of the module from the others of an application. */
export interface Instance {
  readonly name: string | undefined;
  /** Where its routes are, undefined where it has none. */
  readonly path: string | undefined;
}

/**
 * Refuses two instances with the same name, of which the host would inject now the one and now the other, or with routes at the same
 * path, of which one would answer for the other's accounts.
 */
@Injectable()
export class DistinctInstances {
  constructor(@Inject(ModulesContainer) modules: ModulesContainer, @Inject(INSTANCE) own: Instance) {
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
      if (own.path !== undefined && segments(own.path) === segments(other.path)) {
        throw new TypeError(
          `VerificationModule: two instances have their routes at "${own.path}"; give one a path of its own, or routes: false`,
        );
      }
    }
  }
}

/** Nest takes slashes at the ends of a path for none. */
function segments(path: string | undefined): string | undefined {
  return path?.split('/').filter(Boolean).join('/');
}
