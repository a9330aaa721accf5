import type { Authenticator, VerificationService as Service } from '@dialproof/core';
import type { HttpContract } from '@dialproof/http';
import { Inject, type InjectionToken } from '@nestjs/common';
import { VerificationHealthIndicator } from './verification-health.indicator.js';

/**
 * The class by which Nest injects the service of the instance without a name: `constructor(private readonly verification:
 * VerificationService)`. The injected object is the one that the options have. `@InjectVerification(name)` injects that of a named
 * instance.
 */
// An interface does not exist at run time, so Nest needs the class as a token. It has no members of its own.
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: nobody makes an instance of it
export abstract class VerificationService {}

export interface VerificationService extends Service {}

/** The injection token of an instance's service: the class {@link VerificationService} for the instance without a name. */
export function getVerificationToken(name?: string): InjectionToken<VerificationService> {
  return name === undefined ? VerificationService : `DialproofVerificationService:${name}`;
}

/** Injects the service of a named instance. */
export function InjectVerification(name?: string): PropertyDecorator & ParameterDecorator {
  return Inject(getVerificationToken(name));
}

// Texts instead of symbols, so that two copies of this package in one application have the same tokens.

/** The injection token of an instance's authenticator; its provider is undefined if the instance has none. */
export function getAuthenticatorToken(name = ''): InjectionToken<Authenticator | undefined> {
  return `DialproofAuthenticator:${name}`;
}

/** The injection token of an instance's contract; its provider is undefined if the instance has neither routes nor an authenticator. */
export function getContractToken(name = ''): InjectionToken<HttpContract | undefined> {
  return `DialproofContract:${name}`;
}

/** The injection token of an instance's health indicator: the class itself for the instance without a name. */
export function getVerificationHealthToken(name?: string): InjectionToken<VerificationHealthIndicator> {
  return name === undefined ? VerificationHealthIndicator : `DialproofVerificationHealth:${name}`;
}

// Only known inside an instance of the module, so they need no name.
export const OPTIONS = Symbol('options of VerificationModule');
export const INSTANCE = Symbol('instance of VerificationModule');
export const CONTRACT = Symbol('HTTP contract of VerificationModule');
