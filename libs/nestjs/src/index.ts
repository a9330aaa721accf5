export type { AccountOfRequest, NamedAccount } from './account-of-request.js';
export { BearerGuard, bearerGuardOf } from './bearer.guard.js';
export { CurrentAccount } from './current-account.js';
export { InjectVerification } from './inject-verification.js';
export type {
  ReadyService,
  ServiceParts,
  VerificationModuleAsyncOptions,
  VerificationModuleOptions,
  VerificationMount,
  VerificationOptions,
  VerificationOptionsFactory,
} from './module-options.js';
export type { PortSource } from './port-source.js';
export { getVerificationToken } from './tokens.js';
export type { Verification } from './verification.js';
export { VerificationModule } from './verification.module.js';
export {
  getVerificationHealthToken,
  type HealthOptions,
  type VerificationHealth,
  VerificationHealthIndicator,
} from './verification-health.indicator.js';
