export type { Secret } from '../upstream/secret.js';
export type { Fetch } from '../upstream/upstream.js';
export { type HlrLookupsOptions, hlrLookupsChecker, tryHlrLookups } from './hlr-lookups-checker.js';
