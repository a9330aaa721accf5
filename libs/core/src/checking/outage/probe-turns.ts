import type { TaskId } from '../../model/identifiers.js';

/** How many tasks are remembered: the one that was noted longest ago is forgotten. */
const MAX_TASKS = 1_000;

interface Round {
  /** Chunks that were a probe in this round. */
  readonly probed: Set<number>;
  /** For each chunk that was passed over, for which probe that was. */
  readonly passedFor: Map<number, number>;
}

/**
 * Turns among the chunks of a task of which every open number was tried in vain: these may be the only numbers that cannot be checked.
 * A store offers chunks in their order, so that two of them would take turns at being the probe, and keep all behind them from it.
 *
 * The call that finds an outage is none of its probes. Where it asked about the last open number of its chunk, the first probe asks about
 * that number again, and costs one refused call: a number that says so twice while others are answered is the reason itself, and the
 * outage is over with that probe.
 */
export class ProbeTurns {
  readonly #rounds = new Map<TaskId, Round>();

  /**
   * Whether this chunk is to be the probe that is named by a number of its own. If not, it is to be given back, and the chunks behind it
   * are offered. One that is offered again for the same probe has nobody behind it: it begins the next round.
   */
  take(taskId: TaskId, chunkIndex: number, probe: number): boolean {
    const { passedFor, probed } = this.#roundOf(taskId);
    const isAlone = probed.size === 1;
    if (probed.has(chunkIndex) && !isAlone && passedFor.get(chunkIndex) !== probe) {
      passedFor.set(chunkIndex, probe);
      return false;
    }
    if (probed.has(chunkIndex)) probed.clear();
    probed.add(chunkIndex);
    return true;
  }

  /**
   * Whether a chunk is to be given back for the probe that is named by a number of its own, so that those behind it are offered. One that is
   * offered again for the same probe has nobody behind it.
   */
  leave(taskId: TaskId, chunkIndex: number, probe: number): boolean {
    const { passedFor } = this.#roundOf(taskId);
    if (passedFor.get(chunkIndex) === probe) return false;
    passedFor.set(chunkIndex, probe);
    return true;
  }

  #roundOf(taskId: TaskId): Round {
    const round = this.#rounds.get(taskId) ?? { probed: new Set(), passedFor: new Map() };
    this.#rounds.set(taskId, round);
    const [oldest] = this.#rounds.keys();
    if (this.#rounds.size > MAX_TASKS && oldest !== undefined) this.#rounds.delete(oldest);
    return round;
  }
}
