import type { TaskId } from '../../model/identifiers.js';

/** The most tasks that are remembered: the one that was noted longest ago is forgotten. */
const MAX_TASKS = 1_000;

interface Round {
  /** Chunks that were a probe in this round. */
  readonly probed: Set<number>;
  /** The probe for which each chunk was passed over. */
  readonly passedFor: Map<number, number>;
}

/**
 * Turns among the chunks of a task whose open numbers were all tried in vain: these may be the only numbers that cannot be checked. A store
 * offers chunks in their order, so two such chunks would alternate as the probe and block all chunks behind them.
 *
 * The call that finds an outage is not one of its probes. If it carried the last open number of its chunk, the first probe repeats that
 * number, which costs one refused call. A number that reports the outage twice while others are answered is its cause, and the outage ends
 * with that probe.
 */
export class ProbeTurns {
  readonly #rounds = new Map<TaskId, Round>();

  /**
   * Whether this chunk becomes the probe with this number. If not, it is to be given back, and the chunks behind it are offered. A chunk
   * that is offered again for the same probe has no chunk behind it: it begins the next round.
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
   * Whether a chunk is to be given back for the probe with this number, so that the chunks behind it are offered. A chunk that is offered
   * again for the same probe has no chunk behind it.
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
