import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { eventLoopMs, residentMb } from '../harness/process-figures.js';
import type { Server } from '../harness/server.js';
import { CHECK, statusOf } from './clients.js';

const CHECK_EVERY_MS = 20;
/** It has its own address, so that limits by address affect only the attackers. */
const ADDRESS = '127.0.0.2';

/** An honest client of the attacked server. It checks one number at a time. */
export class Victim {
  /** The number of checks by status; 0 stands for no reply. */
  readonly statuses = new Map<number, number>();
  /**
   * The server's work during each check, in milliseconds. It excludes the work of other processes, so that it does not depend on how busy
   * the machine is.
   */
  readonly work: number[] = [];
  /** The highest memory of the server that was seen, in MB. */
  peakMb = 0;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server: Server;
  readonly #token: string;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(server: Server, token: string) {
    this.#server = server;
    this.#token = token;
  }

  start(): void {
    this.#running = this.#run();
    // `stop` rejects with the failure.
    this.#running.catch(() => {});
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
    this.#agent.destroy();
  }

  async #run(): Promise<void> {
    const { pid, port } = this.#server;
    while (!this.#isStopped && this.#server.runs) {
      const before = figure(() => eventLoopMs(pid));
      const options = { agent: this.#agent, localAddress: ADDRESS };
      const status = (await statusOf(port, this.#token, CHECK, options)) ?? 0;
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
      if (this.#server.runs) {
        const work = figure(() => eventLoopMs(pid)) - before;
        if (Number.isFinite(work)) this.work.push(work);
        this.peakMb = Math.max(this.peakMb, figure(() => residentMb(pid)) || 0);
      }
      await delay(CHECK_EVERY_MS);
    }
  }
}

/** A figure of a process; NaN if the process has just ended. */
function figure(read: () => number): number {
  try {
    return read();
  } catch {
    return Number.NaN;
  }
}

/** The value below which a share of the values lies. 0 without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}
