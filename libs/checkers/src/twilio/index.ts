export type { Secret } from '../upstream/secret.js';
export type { Fetch } from '../upstream/upstream.js';
export type { TwilioOptions } from './twilio-lookup-checker.js';
export { twilioLookupChecker } from './twilio-lookup-checker.js';
