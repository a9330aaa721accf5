export type { Secret } from '../upstream/secret.js';
export type { Fetch } from '../upstream/upstream.js';
export { type InfobipOptions, infobipChecker, tryInfobip } from './infobip-checker.js';
