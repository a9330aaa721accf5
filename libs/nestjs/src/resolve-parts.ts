import {
  type AccountRegistry,
  type Authenticator,
  createVerificationService,
  ReportedFailure,
  type VerificationService,
} from '@dialproof/core';
import { Logger } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import { authenticatorOf } from './account-of-request.js';
import type { VerificationOptions } from './module-options.js';
import { type PortSource, resolvePort } from './port-source.js';
import { type HttpSettings, readOptions, type ServiceSettings } from './read-options.js';

export type ReportError = NonNullable<VerificationOptions['onError']>;

/** The parts of an instance of the module, with every token resolved. */
export interface Parts {
  readonly service: VerificationService;
  readonly startsService: boolean;
  readonly soleProcess: boolean;
  readonly authenticator: Authenticator | undefined;
  /** Whether the authenticator goes by the token, and not by what the host has put on the request. */
  readonly asksForToken: boolean;
  readonly accounts: AccountRegistry | undefined;
  readonly httpSettings: HttpSettings;
  readonly onError: ReportError;
}

/** Resolves the tokens among the options and makes the service. Rejects with TypeError or RangeError for bad options. */
export async function resolveParts(moduleRef: ModuleRef, options: VerificationOptions): Promise<Parts> {
  const { serviceSettings, httpSettings } = readOptions(options);
  const { startsService = true, soleProcess = false, onError = logError(), account } = options;
  const optional = <Port extends object>(option: string, source: PortSource<Port> | undefined) =>
    source === undefined ? undefined : resolvePort(moduleRef, option, source);
  return {
    service: await resolveService(moduleRef, options, { settings: serviceSettings, onError }),
    startsService,
    soleProcess,
    authenticator: account
      ? authenticatorOf(account)
      : await optional('authenticator', options.authenticator),
    asksForToken: account === undefined,
    accounts: await optional('accounts', options.accounts),
    httpSettings,
    onError,
  };
}

async function resolveService(
  moduleRef: ModuleRef,
  options: VerificationOptions,
  { settings, onError }: { readonly settings: ServiceSettings; readonly onError: ReportError },
): Promise<VerificationService> {
  if (options.service !== undefined) return resolvePort(moduleRef, 'service', options.service);
  const { store, ledger, checker, queue, clock } = options;
  return createVerificationService({
    ...settings,
    store: await resolvePort(moduleRef, 'store', store),
    ledger: await resolvePort(moduleRef, 'ledger', ledger),
    checker: await resolvePort(moduleRef, 'checker', checker),
    queue: queue === null ? null : await resolvePort(moduleRef, 'queue', queue),
    ...(clock === undefined ? {} : { clock: await resolvePort(moduleRef, 'clock', clock) }),
    onError: (error) => onError(error, {}),
  });
}

/** Logs to Nest's own logger, which is the one that the host has given its application. */
function logError(): ReportError {
  const logger = new Logger('Dialproof');
  return (error, { operation }) => {
    const where = operation === undefined ? 'in the background' : `in the operation ${operation}`;
    // A reported failure was made by the reporter: the stack of its cause leads to the fault.
    const origin = error instanceof ReportedFailure ? error.cause : error;
    logger.error(`failed ${where}: ${String(error)}`, origin instanceof Error ? origin.stack : undefined);
  };
}
