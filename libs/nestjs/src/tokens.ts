/** The injection token of the instance's {@link Verification}: of the one without a name, or of a named one. */
export function getVerificationToken(name?: string): string {
  return instanceToken('DialproofVerification', name);
}

/** The injection token of the instance's authenticator, undefined where it has none. */
export function getAuthenticatorToken(name?: string): string {
  return instanceToken('DialproofAuthenticator', name);
}

// Text and no symbol, so that two copies of this package in one application mean the same.
function instanceToken(what: string, name: string | undefined): string {
  if (name === '') throw new TypeError('the name must not be empty; leave it out for the instance without');
  return name === undefined ? what : `${what}:${name}`;
}

// Known inside of one instance of the module only, so that they need no name.
export const INSTANCE = Symbol('what tells instances of VerificationModule apart');
export const OPTIONS = Symbol('options of VerificationModule');
export const PARTS = Symbol('parts of VerificationModule');
export const ENDPOINTS = Symbol('endpoints of VerificationModule');
export const CONTRACT = Symbol('HTTP contract of VerificationModule');
export const SECURITY = Symbol('what the documents of VerificationModule say of who may ask');
