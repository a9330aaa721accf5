export { decodableUrl, type VerificationPluginOptions, verificationPlugin } from './verification-plugin.js';
