export type { AccountOfRequest, NamedAccount } from '@dialproof/http';
export { BearerGuard, bearerGuardOf } from './bearer.guard.js';
export { CurrentAccount } from './current-account.js';
export { logErrors } from './log-errors.js';
export type {
  VerificationExtras,
  VerificationOptions,
  VerificationOptionsFactory,
} from './module-options.js';
export { toHttpException } from './to-http-exception.js';
export {
  getAuthenticatorToken,
  getVerificationHealthToken,
  getVerificationToken,
  InjectVerification,
} from './tokens.js';
export { Verification } from './verification.js';
export { VerificationModule } from './verification.module.js';
export { VerificationExceptionFilter } from './verification-exception.filter.js';
export {
  type HealthOptions,
  type VerificationHealth,
  VerificationHealthIndicator,
} from './verification-health.indicator.js';
