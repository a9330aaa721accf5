import type { InjectionToken, Provider } from '@nestjs/common';
import type { VerificationModuleAsyncOptions, VerificationOptionsFactory } from './module-options.js';
import { OPTIONS } from './tokens.js';

/** The provider of the options, with the host's factory where the module has to make it. Throws TypeError where there is not one way. */
export function optionsProviders(given: VerificationModuleAsyncOptions): readonly Provider[] {
  const { useFactory, useClass, useExisting, inject = [] } = given;
  if ([useFactory, useClass, useExisting].filter((way) => way !== undefined).length !== 1) {
    throw new TypeError(
      'VerificationModule.forRootAsync: give one of useFactory, useClass and useExisting, and not more',
    );
  }
  if (useFactory !== undefined) return [{ provide: OPTIONS, useFactory, inject: [...inject] }];
  if (useClass !== undefined) return [useClass, optionsFrom(useClass)];
  // One of the three is there.
  return [optionsFrom(useExisting as InjectionToken<VerificationOptionsFactory>)];
}

function optionsFrom(factory: InjectionToken<VerificationOptionsFactory>): Provider {
  return {
    provide: OPTIONS,
    inject: [factory],
    useFactory: (made: VerificationOptionsFactory) => made.createVerificationOptions(),
  };
}
