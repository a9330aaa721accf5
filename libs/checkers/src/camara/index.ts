export type { Secret } from '../upstream/secret.js';
export type { Fetch } from '../upstream/upstream.js';
export { type CamaraOptions, camaraReachabilityChecker } from './camara-reachability-checker.js';
