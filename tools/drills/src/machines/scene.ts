import { type Print, until } from '../harness/drill.js';
import type { Programs } from '../harness/programs.js';
import { checkEnd, checkLedger, checkStop } from '../model/check-end.js';
import { Fleet, type FleetOptions } from './fleet.js';

export interface SceneSize {
  readonly files: number;
  /** The rows of each file. */
  readonly rows: number;
  readonly kills: number;
  /** How long services are away, in milliseconds. */
  readonly awayMs: number;
  readonly seed: number;
}

/** Something that happens to machines while they work. */
export interface Scene {
  readonly name: string;
  readonly machines: Omit<FleetOptions, 'seed'>;
  /** Whether each number of a file has to be checked only once. Not if answers cannot be recorded for a while. */
  readonly asksOnce?: boolean;
  /** Plays it on machines that run. It has to leave all of them running. */
  play(fleet: Fleet, size: SceneSize, print: Print): Promise<void>;
  /** Judges the end. By default, everything that was sent must be there and done once. */
  judge?(fleet: Fleet): Promise<void>;
}

const BEGUN_SHARE = 0.15;
const BEGUN_WITHIN_MS = 120_000;
/** The pause between two single checks. */
const CHECK_EVERY_MS = 50;

/** Plays a scene on machines of its own, and resolves to the violations. `programs` are those that are started first. */
export async function playScene(
  { asksOnce = false, judge, machines, play }: Scene,
  size: SceneSize,
  print: Print,
  programs?: Programs,
): Promise<readonly string[]> {
  const replaced = programs === undefined ? {} : { programs };
  const fleet = await Fleet.open({ ...machines, seed: size.seed, ...replaced });
  const { accounts, load, upstream, violations } = fleet;
  try {
    if (accounts[0] !== undefined) load.startChecks(accounts[0], CHECK_EVERY_MS);
    await play(fleet, size, print);
    await load.untilEnded();
    await load.stop();
    if (judge !== undefined) await judge(fleet);
    else {
      await checkEnd({ load, accounts, violations, ...(asksOnce ? { upstream } : {}) });
      // Log entries about outages and lost leases are no defects.
      await checkStop(fleet.machines, fleet.folder, violations, {
        errorsAreLogged: machines.over !== 'SQLite',
      });
      await checkLedger(fleet.first, violations);
    }
    print(`${load.tasks.length} tasks, ${load.rows} rows, ${load.checked.length} single checks`);
    if (machines.over !== 'SQLite')
      print(`PostgreSQL took up to ${fleet.pace.longestMs} ms for a connection`);
    print(`${upstream.calls} calls of the upstream; replies: ${load.replies}`);
  } catch (error) {
    violations.addFailure(error);
  } finally {
    load.abandon();
    await fleet.close();
  }
  return violations.all;
}

/** Sends files, and resolves when the work has begun. */
export async function begin(fleet: Fleet, { files, rows }: SceneSize): Promise<void> {
  const { load } = fleet;
  await fleet.send(await fleet.makeFiles(files, rows));
  const isBegun = () => load.processed >= BEGUN_SHARE * load.rows;
  await until('the beginning of the work', BEGUN_WITHIN_MS, isBegun);
}
