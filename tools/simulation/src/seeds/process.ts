import { type Kit, makeKit } from '../world/kit.js';
import { Life } from './life.js';
import type { Receivers } from './receivers.js';
import type { Storage } from './storage.js';
import type { SimulatedUpstream } from './upstream.js';
import type { World } from './world.js';

/** The pause before another start, after a start has failed. */
const AGAIN_MS = 1_000;

export interface ProcessParts {
  readonly world: World;
  readonly storage: Storage;
  readonly upstream: SimulatedUpstream;
  readonly receivers: Receivers;
  readonly maxIdleMs: number;
  readonly slots: number;
  readonly chunkSize: number;
}

/** A process of the kit, over several lives. */
export class SimulatedProcess {
  readonly name: string;
  readonly #works: boolean;
  readonly #parts: ProcessParts;
  #lives = 0;
  #life: Life | undefined;
  #kit: Kit | undefined;

  /** `works`: whether it works on tasks. All answer requests. */
  constructor(name: string, works: boolean, parts: ProcessParts) {
    this.name = name;
    this.#works = works;
    this.#parts = parts;
  }

  /** Undefined while it is down. */
  get running(): { readonly kit: Kit; readonly life: Life } | undefined {
    if (this.#life === undefined || this.#kit === undefined) return undefined;
    return { kit: this.#kit, life: this.#life };
  }

  start(): void {
    const { chunkSize, maxIdleMs, receivers, slots, storage, upstream, world } = this.#parts;
    this.#lives += 1;
    const life = new Life(`${this.name}.${this.#lives}`, world);
    world.note(`${life.name} starts`);
    const kit = makeKit({
      ports: storage.portsOf(life),
      ...{ clock: life.clock, entropy: world.entropy },
      checker: upstream.checkerOf(life),
      resolve: receivers.resolverOf(life),
      ...{ works: this.#works, maxIdleMs, slots, chunkSize, taskRetentionMs: null },
      onFailure: (line) => world.note(`${life.name} reports ${line}`),
    });
    this.#life = life;
    this.#kit = kit;
    kit.service.start().catch((error: unknown) => {
      world.note(`${life.name} does not start: ${error}`);
      this.kill(AGAIN_MS);
    });
  }

  /** Closes it, as a deployment does, and then starts the next one. */
  handOver(): void {
    const { world } = this.#parts;
    const { kit, life } = this.running ?? {};
    if (kit === undefined) return;
    kit.handler.close();
    kit.service
      .close()
      .catch((error: unknown) => world.note(`${life?.name} does not close: ${error}`))
      .finally(() => {
        if (this.#life === life) this.kill(0);
      });
  }

  /** Kills it, and starts it again after that time. */
  kill(downMs: number): void {
    const { world } = this.#parts;
    if (this.#life === undefined) return;
    world.note(`${this.#life.name} is killed`);
    this.#life.kill();
    this.#life = undefined;
    this.#kit = undefined;
    world.clock.schedule(downMs, () => this.start());
  }
}
