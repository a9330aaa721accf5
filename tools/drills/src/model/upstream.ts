import { writeFileSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { VerificationStatus } from '@dialproof/client';
import type { DrillFolder } from '../harness/drill-folder.js';

/** A call of the upstream. */
interface Call {
  readonly caller: string;
  readonly calledAt: number;
  /** Undefined while there is no answer, and for ever if the caller is killed before. */
  answeredAt: number | undefined;
}

/** The kill of a process, after which some of its answers may be asked for again. */
interface Kill {
  readonly caller: string;
  readonly killedAt: number;
}

const STATUSES = ['wa_registered', 'telegram_registered', 'dead', 'inactive', 'unknown'] as const;
/** The numbers of single checks begin with this, and no number of a file does. */
export const SINGLE_CHECKS = '+14153';
/** How many checks a process makes at once. */
export const CONCURRENCY = 50;
/** The duration of a check. It is longer than 25 ms, so that no slot begins two calls within 25 ms; timers may be a millisecond early. */
export const CHECK_MS = 30;
/**
 * The most answers that a kill may lose, however slow the machine and the store are, and of however many accounts. A process begins no call
 * of a task once one of its answers has waited for its record for 25 ms. So it has at most one unrecorded answer of each call that was
 * under way when the oldest of them came, and one of each call that began in the 25 ms after that.
 */
const LOST_BY_A_KILL = 2 * CONCURRENCY;

/** The upstream's answer about a number. */
export function answerOf(number: string): VerificationStatus {
  return STATUSES[Number(number.slice(-2)) % STATUSES.length] ?? 'unknown';
}

/** The paid service behind the servers of a drill. It runs in the drill's process and knows every call and every answer. */
export class Upstream {
  readonly #server: HttpServer;
  readonly #calls = new Map<string, Call[]>();
  readonly #kills: Kill[] = [];

  private constructor() {
    this.#server = createServer((request, response) => {
      const number = `+${request.url?.slice(1)}`;
      const caller = String(request.headers['x-caller']);
      const call: Call = { caller, calledAt: performance.now(), answeredAt: undefined };
      this.#calls.set(number, [...(this.#calls.get(number) ?? []), call]);
      setTimeout(() => {
        if (response.destroyed) return;
        call.answeredAt = performance.now();
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ status: answerOf(number) }));
      }, CHECK_MS);
    });
  }

  static async start(): Promise<Upstream> {
    const upstream = new Upstream();
    await new Promise<void>((resolve) => upstream.#server.listen(0, '127.0.0.1', resolve));
    return upstream;
  }

  /** The settings of a server that asks it. `caller` is the name of its process here. */
  settings(folder: DrillFolder, caller: string): NodeJS.ProcessEnv {
    const file = join(folder.path, 'checkers.json');
    // A TCP server's address is an object.
    const { port } = this.#server.address() as AddressInfo;
    const values = Object.fromEntries(STATUSES.map((status) => [status, status]));
    const description = {
      name: 'drill',
      request: { url: `http://127.0.0.1:${port}/{digits}`, headers: { 'x-caller': '{secret.key}' } },
      answer: { status: [{ path: 'status', values }] },
      noIsCertain: true,
    };
    const secrets = { key: { env: 'DRILL_CALLER' } };
    writeFileSync(file, JSON.stringify({ checkers: [{ checker: 'http', description, secrets }] }));
    return { DIALPROOF_CHECKERS_FILE: file, DRILL_CALLER: caller };
  }

  /** Has to be called when a process was killed: what it had under way and not recorded yet may be asked for again. */
  noteKill(caller: string): void {
    this.#kills.push({ caller, killedAt: performance.now() });
  }

  /**
   * A sentence for each number of a file that was checked again without need. `times` says how often each has to be checked. Single checks
   * are left out: until one is replied to, its answer may be lost.
   */
  askedAgain(times: ReadonlyMap<string, number>): readonly string[] {
    const sentences: string[] = [];
    const lost = new Map<Kill, number>();
    for (const [number, needed] of times) {
      const answered = (this.#calls.get(number) ?? []).filter(({ answeredAt }) => answeredAt !== undefined);
      const again = Math.max(0, answered.length - needed);
      const reasons = answered.flatMap((call) => this.#killAfter(call) ?? []).slice(0, again);
      if (reasons.length < again) sentences.push(`${number} was answered and asked about again`);
      for (const kill of reasons) lost.set(kill, (lost.get(kill) ?? 0) + 1);
    }
    for (const [{ caller }, answers] of lost) {
      if (answers > LOST_BY_A_KILL) sentences.push(`a kill of the ${caller} has lost ${answers} answers`);
    }
    return sentences;
  }

  #killAfter({ caller, calledAt }: Call): Kill | undefined {
    return this.#kills.find((kill) => kill.caller === caller && kill.killedAt >= calledAt);
  }

  /** All calls. */
  get calls(): number {
    return [...this.#calls.values()].reduce((sum, calls) => sum + calls.length, 0);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
