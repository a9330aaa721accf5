export {
  FINDINGS,
  type Finding,
  type FindingDetails,
  findingAnswer,
  findingOf,
  STATUS_OF_FINDING,
} from './line-state.js';
export { SandboxChecker, type SandboxCheckerOptions } from './sandbox-checker.js';
export { SANDBOX_NUMBERS, type SandboxBehaviour, type SandboxNumbers } from './sandbox-numbers.js';
