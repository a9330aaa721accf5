export {
  type VerificationRouter,
  type VerificationRouterOptions,
  verificationRouter,
} from './verification-router.js';
