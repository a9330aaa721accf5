export { type VerificationRouterOptions, verificationRouter } from './verification-router.js';
