import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { VerificationStatus } from '@dialproof/client';

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
  /** The processes that got an answer about a number, by number. */
  readonly #answered = new Map<string, string[]>();
  /** The killed processes, of whose answers some may be asked for again. */
  readonly #killed = new Set<string>();

  private constructor() {
    this.#server = createServer((request, response) => {
      const number = `+${request.url?.slice(1)}`;
      const caller = String(request.headers['x-caller']);
      setTimeout(() => {
        if (response.destroyed) return;
        this.#answered.set(number, [...(this.#answered.get(number) ?? []), caller]);
        response.setHeader('content-type', 'application/json').end(`{"status":"${answerOf(number)}"}`);
      }, CHECK_MS);
    });
  }

  static async start(): Promise<Upstream> {
    const upstream = new Upstream();
    await once(upstream.#server.listen(0, '127.0.0.1'), 'listening');
    return upstream;
  }

  /** The content of a file of checkers that asks it. The process says in `DRILL_CALLER` who it is. */
  get checkers(): string {
    // A TCP server's address is an object.
    const { port } = this.#server.address() as AddressInfo;
    const values = Object.fromEntries(STATUSES.map((status) => [status, status]));
    const description = {
      name: 'drill',
      request: { url: `http://127.0.0.1:${port}/{digits}`, headers: { 'x-caller': '{secret.key}' } },
      answer: { status: [{ path: 'status', values }] },
      noIsCertain: true,
    };
    return JSON.stringify({
      checkers: [{ checker: 'http', description, secrets: { key: { env: 'DRILL_CALLER' } } }],
    });
  }

  /**
   * Has to be called when a process was killed: what it had under way and not recorded yet may be asked for again. No other process may have
   * the name of this one: its last requests may be read after those of the next.
   */
  noteKill(caller: string): void {
    this.#killed.add(caller);
  }

  /**
   * A sentence for each number that was checked again without need. `times` says how often each has to be checked, by its number. Single
   * checks are left out: until one is replied to, its answer may be lost.
   */
  askedAgain(times: ReadonlyMap<string, number>): readonly string[] {
    const sentences: string[] = [];
    const lost = new Map<string, number>();
    for (const [number, needed] of times) {
      const answered = this.#answered.get(number) ?? [];
      const again = Math.max(0, answered.length - needed);
      const reasons = answered.filter((caller) => this.#killed.has(caller)).slice(0, again);
      if (reasons.length < again) sentences.push(`${number} was answered and asked about again`);
      for (const caller of reasons) lost.set(caller, (lost.get(caller) ?? 0) + 1);
    }
    for (const [caller, answers] of lost) {
      if (answers > LOST_BY_A_KILL) sentences.push(`a kill of ${caller} has lost ${answers} answers`);
    }
    return sentences;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
