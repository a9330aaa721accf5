import type { Authenticator } from '@dialproof/core';
import { createHttpContract, type HttpContract, nodeAddress } from '@dialproof/http';
import { logErrors } from '../errors/log-errors.js';
import type { VerificationExtras, VerificationOptions } from '../options/module-options.js';
import { Verification } from '../verification/verification.js';

export interface ContractParts {
  readonly options: VerificationOptions;
  readonly extras: VerificationExtras;
  /** The injected one: a test may have replaced it. */
  readonly verification: Verification;
  readonly authenticator: Authenticator | undefined;
}

/** The sign-in of an instance without routes, for guards of the host. Throws TypeError for bad options. */
export function createSignIn(
  { address, onError = logErrors(), rates, trustedOrigins }: VerificationOptions,
  verification: Verification,
  authenticator: Authenticator,
): HttpContract['signIn'] {
  return createHttpContract({
    service: new Verification(verification),
    authenticator,
    onError,
    ...(rates === undefined ? {} : { rates }),
    address: address ?? nodeAddress,
    ...(trustedOrigins === undefined ? {} : { trustedOrigins }),
  }).signIn;
}

/** The contract of an instance with routes. Throws TypeError if the options lack a required part. */
export function createContract({
  options,
  extras,
  verification,
  authenticator,
}: ContractParts): HttpContract {
  const { account: _account, startsService: _starts, soleProcess: _sole, accounts, ...settings } = options;
  const { registration = false } = extras;
  if (registration !== (accounts !== undefined)) {
    throw new TypeError(
      registration
        ? 'VerificationModule: registration is on, but the options have no accounts'
        : 'VerificationModule: the options have accounts; say registration: true beside the factory to mount POST /v1/accounts',
    );
  }
  return createHttpContract({
    ...settings,
    address: options.address ?? nodeAddress,
    // Completes a service of which a test may have given only some methods: the others fail when they are called.
    service: new Verification(verification),
    onError: options.onError ?? logErrors(),
    // The contract says it where neither this nor an account was given.
    ...(authenticator === undefined ? {} : { authenticator }),
    ...(accounts === undefined ? {} : { accounts }),
  });
}
