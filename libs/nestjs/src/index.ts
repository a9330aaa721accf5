export type { AccountOfRequest, NamedAccount } from '@dialproof/http';
export type {
  VerificationExtras,
  VerificationOptions,
  VerificationOptionsFactory,
} from './module/module-options.js';
export { VerificationModule } from './module/verification.module.js';
export {
  logErrors,
  toHttpException,
  VerificationExceptionFilter,
} from './routes/verification-exception.filter.js';
export { BearerGuard, bearerGuardOf, CurrentAccount, RequireScope } from './sign-in/bearer.guard.js';
export { taskProgress } from './verification/task-progress.js';
export {
  getAuthenticatorToken,
  getVerificationHealthToken,
  getVerificationToken,
  InjectVerification,
  VerificationService,
} from './verification/tokens.js';
export {
  type HealthOptions,
  type VerificationHealth,
  VerificationHealthIndicator,
} from './verification/verification-health.indicator.js';
