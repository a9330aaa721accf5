export { SandboxChecker, type SandboxCheckerOptions } from './sandbox-checker.js';
export { SANDBOX_ENDINGS, type SandboxBehaviour, type SandboxEnding } from './sandbox-endings.js';
