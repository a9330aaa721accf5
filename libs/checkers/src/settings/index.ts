export type { AroundParts } from './around-settings.js';
export {
  CHECKER_NAMES,
  CHECKER_VARIABLE_NAMES,
  CHECKER_VARIABLES,
  type CheckerName,
  type CheckerVariable,
} from './checker-variables.js';
export {
  CheckerSettingsError,
  type ConfiguredChecker,
  type ConfiguredCheckerOptions,
  configuredChecker,
} from './configured-checker.js';
export type { HostParts } from './named-checkers.js';
export type { SettingTexts } from './setting-values.js';
