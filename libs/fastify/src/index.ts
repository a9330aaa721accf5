export { decodableUrl } from './decodable-url.js';
export { type VerificationPluginOptions, verificationPlugin } from './verification-plugin.js';
