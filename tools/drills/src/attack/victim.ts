import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Server } from '../server.js';
import { CHECK, statusOf } from './clients.js';

const CHECK_EVERY_MS = 20;
/** It has its own address, so that limits by address affect only the attackers. */
const ADDRESS = '127.0.0.2';

/** An honest client of the attacked server. It checks one number at a time, and measures the server meanwhile. Linux only. */
export class Victim {
  /** The number of checks by status; 0 stands for no reply. */
  readonly statuses = new Map<number, number>();
  /**
   * The work of the server's event loop during each check, in milliseconds. It excludes the work of other processes, so that it does not
   * depend on how busy the machine is.
   */
  readonly work: number[] = [];
  /** The highest memory of the server that was seen, in MB. */
  peakMb = 0;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #running: Promise<void>;
  #isStopped = false;

  constructor(server: Server, token: string) {
    this.#running = this.#run(server, token);
    // `stop` rejects with the failure.
    this.#running.catch(() => {});
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
    this.#agent.destroy();
  }

  async #run(server: Server, token: string): Promise<void> {
    const { pid, port } = server;
    while (!this.#isStopped && server.runs) {
      const before = eventLoopMs(pid);
      const options = { agent: this.#agent, localAddress: ADDRESS };
      const status = (await statusOf(port, token, CHECK, options)) ?? 0;
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
      if (server.runs) {
        this.work.push(eventLoopMs(pid) - before);
        this.peakMb = Math.max(this.peakMb, residentMb(pid));
      }
      await delay(CHECK_EVERY_MS);
    }
  }
}

/** The resident memory of a process, in MB. */
export function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_024;
}

/** The processor time of a Node process's event loop, in milliseconds. Its thread has the id of the process. */
function eventLoopMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
}

/**
 * The number of open files and connections of a process. The database and what event loops open for themselves are left out: a thread
 * that moves the log starts when the log is long enough, and has both of its own.
 */
export function openFiles(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((file) => {
    try {
      return !/^(?:anon_inode:|pipe:)|\.sqlite(?:-wal|-shm)?$/.test(readlinkSync(`${folder}/${file}`));
    } catch {
      // The file was closed in the meantime.
      return false;
    }
  }).length;
}

/** The value below which a share of the values lies. 0 without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}
