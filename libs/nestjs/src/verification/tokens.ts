import type { Authenticator } from '@dialproof/core';
import type { HttpContract } from '@dialproof/http';
import { Inject, type InjectionToken } from '@nestjs/common';
import { Verification } from './verification.js';
import { VerificationHealthIndicator } from './verification-health.indicator.js';

/** The injection token of an instance's {@link Verification}: the class itself for the instance without a name. */
export function getVerificationToken(name?: string): InjectionToken<Verification> {
  return name === undefined ? Verification : `DialproofVerification:${name}`;
}

/** Injects the {@link Verification} of a named instance. */
export function InjectVerification(name?: string): PropertyDecorator & ParameterDecorator {
  return Inject(getVerificationToken(name));
}

/** The injection token of an instance's authenticator; its provider is undefined if the instance has none. */
export function getAuthenticatorToken(name?: string): InjectionToken<Authenticator | undefined> {
  // Text and no symbol, so that two copies of this package in one application mean the same.
  return name === undefined ? 'DialproofAuthenticator' : `DialproofAuthenticator:${name}`;
}

/** The injection token of an instance's sign-in, for its guard; its provider is undefined if the instance has no authenticator. */
export function getSignInToken(name?: string): InjectionToken<HttpContract['signIn'] | undefined> {
  return name === undefined ? 'DialproofSignIn' : `DialproofSignIn:${name}`;
}

/** The injection token of an instance's health indicator: the class itself for the instance without a name. */
export function getVerificationHealthToken(name?: string): InjectionToken<VerificationHealthIndicator> {
  return name === undefined ? VerificationHealthIndicator : `DialproofVerificationHealth:${name}`;
}

// Known inside of one instance of the module only, so that they need no name.
export const OPTIONS = Symbol('options of VerificationModule');
export const INSTANCE = Symbol('what shapes an instance of VerificationModule');
export const CONTRACT = Symbol('HTTP contract of VerificationModule');
