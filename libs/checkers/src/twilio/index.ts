export type { Secret } from '../upstream/secret.js';
export type { Fetch } from '../upstream/upstream.js';
export type { TwilioOptions } from './twilio-api.js';
export { twilioLookupChecker } from './twilio-lookup-checker.js';
