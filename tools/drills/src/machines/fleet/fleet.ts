import type { DrillFolder } from '../../server/drill-folder.js';
import { DrilledServer } from '../../server/drilled-server.js';
import { freePort } from '../../server/free-port.js';
import { ACCOUNT_MAIN, SERVER, type ServedProgram, WORKER } from '../../server/server-files.js';

/** A server or a worker of the example server, which may be killed and started again. */
export interface Machine {
  readonly name: string;
  readonly kind: 'server' | 'worker';
  readonly port: number;
  readonly process: DrilledServer;
}

/** The programs of machines. */
export interface Programs {
  readonly server: ServedProgram;
  readonly worker: ServedProgram;
  /** The file of the account command. */
  readonly account: string;
}

export interface FleetOptions {
  readonly folder: DrillFolder;
  readonly servers: number;
  readonly workers: number;
  /** Settings of all machines. */
  readonly settings: NodeJS.ProcessEnv;
  /** Additional settings of a worker, by its position. */
  readonly settingsOfWorker?: (place: number) => NodeJS.ProcessEnv;
  /** Default: those of this release. */
  readonly programs?: Programs;
}

const THIS_RELEASE: Programs = { server: SERVER, worker: WORKER, account: ACCOUNT_MAIN };

/** Servers without work of their own, and workers, over one database. */
export class Fleet {
  readonly servers: readonly Machine[];
  readonly workers: readonly Machine[];

  private constructor(servers: readonly Machine[], workers: readonly Machine[]) {
    this.servers = servers;
    this.workers = workers;
  }

  static async make(options: FleetOptions): Promise<Fleet> {
    const { folder, programs = THIS_RELEASE, settings, settingsOfWorker = () => ({}) } = options;
    const machine = async (
      kind: Machine['kind'],
      place: number,
      more: NodeJS.ProcessEnv,
    ): Promise<Machine> => {
      const port = await freePort();
      const all = { ...settings, ...more };
      const process = new DrilledServer({ port, folder, settings: all, program: programs[kind] });
      return { name: `${kind} ${place + 1}`, kind, port, process };
    };
    const servers: Machine[] = [];
    const workers: Machine[] = [];
    for (let place = 0; place < options.servers; place += 1) {
      servers.push(await machine('server', place, { DIALPROOF_WORKERS: '0' }));
    }
    for (let place = 0; place < options.workers; place += 1) {
      workers.push(await machine('worker', place, settingsOfWorker(place)));
    }
    return new Fleet(servers, workers);
  }

  get machines(): readonly Machine[] {
    return [...this.servers, ...this.workers];
  }

  /** Starts all machines. The first one starts alone and makes the tables. Resolves when all accept work. */
  async start(): Promise<void> {
    const [first, ...others] = this.machines;
    first?.process.start();
    await first?.process.ready();
    for (const { process } of others) process.start();
    await this.ready();
  }

  async ready(): Promise<void> {
    await Promise.all(this.machines.map(({ process }) => process.ready()));
  }

  /** Stops all machines in an orderly way, and resolves to how each ended. */
  async stop(): Promise<readonly { readonly name: string; readonly how: string }[]> {
    return await Promise.all(
      this.machines.map(async ({ name, process }) => ({ name, how: await process.stop() })),
    );
  }

  /** Kills all remaining processes, however the phase ended. */
  async end(): Promise<void> {
    await Promise.all(this.machines.map(({ process }) => process.end()));
  }
}
