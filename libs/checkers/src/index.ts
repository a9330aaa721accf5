export {
  FINDINGS,
  type Finding,
  type FindingDetails,
  findingAnswer,
  findingOf,
  STATUS_OF_FINDING,
} from './line-state.js';
export {
  SANDBOX_NUMBERS,
  type SandboxBehaviour,
  SandboxChecker,
  type SandboxCheckerOptions,
  type SandboxNumbers,
} from './sandbox-checker.js';
