export type { AroundParts } from './around-upstream.js';
export {
  CHECKER_VARIABLES,
  type Checkers,
  type CheckersOptions,
  checkersOf,
  findCheckers,
} from './checkers.js';
export { CHECKER_NAMES, type CheckerName, credentialLines } from './checkers-schema.js';
export {
  type ConfiguredChecker,
  type ConfiguredCheckerOptions,
  configuredChecker,
} from './configured-checker.js';
export {
  type ConfiguredReceivers,
  type ConfiguredReceiversOptions,
  configuredReceivers,
  RECEIVER_VARIABLES,
} from './configured-receivers.js';
export type { HostParts } from './named-checkers.js';
export type { Environment } from './references.js';
export { CheckerSettingsError, type SettingsErrorCode, type SettingsProblem } from './settings-error.js';
