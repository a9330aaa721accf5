export type { Secret } from '../upstream/secret.js';
export type { Fetch } from '../upstream/upstream.js';
export { type InfobipOptions, infobipChecker } from './infobip-checker.js';
