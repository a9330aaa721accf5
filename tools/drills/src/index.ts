export { type CrashDrillOptions, runCrashDrill } from './crash-drill.js';
export type { DrillReport } from './figures.js';
export { KILL_PHASES, type KillPhase } from './kill-plan.js';
