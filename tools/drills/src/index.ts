export { type CrashDrillOptions, runCrashDrill } from './crash-drill.js';
export type { DrillReport } from './figures.js';
