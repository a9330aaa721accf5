import { createHttpContract, type HttpContract } from '@dialproof/http';
import type { Endpoint } from './endpoints.js';
import type { Parts } from './resolve-parts.js';

/** The contract of an instance with these endpoints. Throws TypeError when the options do not give what they need. */
export function createContract(parts: Parts, endpoints: readonly Endpoint[]): HttpContract {
  const { service, authenticator, accounts, httpSettings, onError } = parts;
  if (authenticator === undefined) {
    throw new TypeError(
      'VerificationModule: the routes have to know who asks: give an authenticator, or account, which names the account of a request',
    );
  }
  const hasRegistration = endpoints.some(({ operation }) => operation === 'register');
  if (hasRegistration !== (accounts !== undefined)) {
    throw new TypeError(
      hasRegistration
        ? 'VerificationModule: registration is on, but the options have no accounts'
        : 'VerificationModule: the options have accounts; say registration: true beside the factory to mount POST /v1/accounts',
    );
  }
  return createHttpContract({
    ...httpSettings,
    service,
    authenticator,
    onError,
    ...(accounts === undefined ? {} : { accounts }),
  });
}
