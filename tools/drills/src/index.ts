export { type CrashDrillOptions, runCrashDrill } from './crash/crash-drill.js';
export type { DrillReport } from './crash/figures.js';
export { KILL_PHASES, type KillPhase } from './crash/kill-plan.js';
