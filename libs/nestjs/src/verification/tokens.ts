import type { Authenticator } from '@dialproof/core';
import type { HttpContract } from '@dialproof/http';
import { Inject, type InjectionToken } from '@nestjs/common';
import { VerificationHealthIndicator } from './verification-health.indicator.js';
import { VerificationService } from './verification-service.js';

/** The injection token of an instance's service: the class {@link VerificationService} for the instance without a name. */
export function getVerificationToken(name?: string): InjectionToken<VerificationService> {
  return name === undefined ? VerificationService : `DialproofVerificationService:${name}`;
}

/** Injects the service of a named instance. */
export function InjectVerification(name?: string): PropertyDecorator & ParameterDecorator {
  return Inject(getVerificationToken(name));
}

// Texts and no symbols, so that two copies of this package in one application have the same tokens.

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
