export type { AccountOfRequest, NamedAccount } from '@dialproof/http';
export { logErrors } from './errors/log-errors.js';
export { toHttpException } from './errors/to-http-exception.js';
export { VerificationExceptionFilter } from './errors/verification-exception.filter.js';
export { VerificationModule } from './module/verification.module.js';
export type {
  VerificationExtras,
  VerificationOptions,
  VerificationOptionsFactory,
} from './options/module-options.js';
export { BearerGuard, bearerGuardOf } from './sign-in/bearer.guard.js';
export { CurrentAccount } from './sign-in/current-account.js';
export { RequireScope } from './sign-in/require-scope.js';
export {
  getAuthenticatorToken,
  getVerificationHealthToken,
  getVerificationToken,
  InjectVerification,
} from './verification/tokens.js';
export { Verification } from './verification/verification.js';
export {
  type HealthOptions,
  type VerificationHealth,
  VerificationHealthIndicator,
} from './verification/verification-health.indicator.js';
