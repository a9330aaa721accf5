export type { AccountOfRequest, NamedAccount } from '@dialproof/http';
export { logErrors } from './errors/log-errors.js';
export { toHttpException } from './errors/to-http-exception.js';
export { VerificationExceptionFilter } from './errors/verification-exception.filter.js';
export type {
  VerificationExtras,
  VerificationOptions,
  VerificationOptionsFactory,
} from './module/module-options.js';
export { VerificationModule } from './module/verification.module.js';
export { BearerGuard, bearerGuardOf, CurrentAccount, RequireScope } from './sign-in/bearer.guard.js';
export { taskProgress } from './verification/task-progress.js';
export {
  getAuthenticatorToken,
  getVerificationHealthToken,
  getVerificationToken,
  InjectVerification,
} from './verification/tokens.js';
export {
  type HealthOptions,
  type VerificationHealth,
  VerificationHealthIndicator,
} from './verification/verification-health.indicator.js';
export { VerificationService } from './verification/verification-service.js';
