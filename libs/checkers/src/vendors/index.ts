export type { Secret } from '../upstream/secret.js';
export type { Fetch } from '../upstream/upstream.js';
export {
  VENDOR_NAMES,
  VENDORS,
  type Vendor,
  type VendorCheckerOptions,
  type VendorName,
  vendorChecker,
} from './vendor.js';
