import type { Print } from '../harness/drill.js';
import type { Programs } from '../harness/programs.js';
import { checkEnd, checkLedger, checkStop } from '../model/check-end.js';
import { Fleet } from './fleet.js';
import type { Scene, SceneSize } from './scene.js';

const ENDED_WITHIN_MS = 300_000;

/** Plays a scene on machines of its own, and resolves to the violations. `programs` are those that are started first. */
export async function playScene(
  scene: Scene,
  size: SceneSize,
  print: Print,
  programs?: Programs,
): Promise<readonly string[]> {
  const { asksOnce, machines: own } = scene;
  const { seed, unrecordedMs } = size;
  const fleet = await Fleet.open({
    ...{ servers: 2, workers: 2, accounts: 3, redis: false, allowed: {}, seed, unrecordedMs, ...own },
    ...(programs === undefined ? {} : { programs }),
  });
  const { accounts, folder, load, machines, upstream, violations } = fleet;
  try {
    await scene.play(fleet, size, print);
    await load.untilEnded(ENDED_WITHIN_MS);
    await load.stop();
    await checkEnd({ load, accounts, violations, ...(asksOnce ? { upstream } : {}) });
    // What outages and lost leases log is no defect.
    await checkStop(machines, folder, violations, { errorsAreLogged: true });
    if (machines[0] !== undefined) await checkLedger(machines[0], violations);
    print(
      `${load.tasks.length} tasks with ${load.rows} rows, ${load.checked.length} single checks, ${upstream.calls} calls`,
    );
    print(`replies: ${load.replies}`);
  } catch (error) {
    violations.addFailure(error);
  } finally {
    load.abandon();
    await fleet.close();
  }
  return violations.all;
}
