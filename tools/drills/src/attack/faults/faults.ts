import { CLOCK_JUMPS } from './clock-jumps.js';
import { DISK_FULL } from './disk-full.js';
import type { Fault } from './fault.js';
import { LOST_FOLDER } from './lost-folder.js';

/** The faults around the server, in the order of the drill. */
export const FAULTS: readonly Fault[] = [DISK_FULL, LOST_FOLDER, CLOCK_JUMPS];
