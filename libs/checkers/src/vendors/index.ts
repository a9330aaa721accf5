export type { Secret } from '../upstream/secret.js';
export type { Fetch } from '../upstream/upstream.js';
export { VENDOR_NAMES, VENDORS, type Vendor, type VendorName } from './vendor.js';
export { type VendorCheckerOptions, vendorChecker } from './vendor-checker.js';
