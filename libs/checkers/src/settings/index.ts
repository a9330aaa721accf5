export type { AroundParts, SharedRateParts } from './around-settings.js';
export {
  CHECKER_NAMES,
  CHECKER_VARIABLES,
  type CheckerName,
  type CheckerVariable,
  namesOf,
  variablesOf,
} from './checker-variables.js';
export {
  type ConfiguredChecker,
  type ConfiguredCheckerOptions,
  configuredChecker,
} from './configured-checker.js';
export {
  type ConfiguredWebhooks,
  type ConfiguredWebhooksOptions,
  configuredWebhooks,
  WEBHOOK_VARIABLES,
} from './configured-webhooks.js';
export type { HostParts } from './named-checker.js';
export { CheckerSettingsError, type SettingTexts } from './setting-values.js';
export { type TriedCheckerOptions, triedChecker } from './tried-checker.js';
