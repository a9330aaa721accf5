import { type Print, until } from '../harness/drill.js';
import type { Fleet, FleetOptions } from './fleet.js';

export interface SceneSize {
  readonly files: number;
  /** The rows of each file. */
  readonly rows: number;
  /** The most kills. */
  readonly kills: number;
  /** How long services are away, in milliseconds. */
  readonly awayMs: number;
  readonly seed: number;
  /** See `Upstream.start`. */
  readonly unrecordedMs: number;
}

/** Something that happens to machines while they work. */
export interface Scene {
  readonly name: string;
  /** What is different from two servers and two workers. */
  readonly machines: Partial<FleetOptions>;
  /** Whether each number of a file is asked about once: not where answers cannot be recorded for a while. */
  readonly asksOnce: boolean;
  /** Plays it on machines that run. It has to leave all of them running. */
  play(fleet: Fleet, size: SceneSize, print: Print): Promise<void>;
}

const BEGUN_SHARE = 0.15;
const BEGUN_WITHIN_MS = 120_000;
/** The pause between two single checks. */
export const CHECK_EVERY_MS = 100;

/** Sends files and single checks, and resolves when the work has begun. */
export async function begin(fleet: Fleet, { files, rows }: SceneSize): Promise<void> {
  const { accounts, load } = fleet;
  const made = await fleet.makeFiles(files, rows);
  if (accounts[0] !== undefined) load.startChecks(accounts[0], CHECK_EVERY_MS);
  await fleet.send(made);
  const isBegun = () => load.processed >= BEGUN_SHARE * load.rows;
  await until('the beginning of the work', BEGUN_WITHIN_MS, isBegun);
}
