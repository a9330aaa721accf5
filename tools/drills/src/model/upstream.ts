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
  /** Whether the kill of its caller may have lost its answer. */
  isLost: boolean;
}

/** The kill of a process, and when that had started. */
interface Kill {
  readonly caller: string;
  readonly startedAt: number;
  readonly lastCallAt: number;
  readonly killedAt: number;
}

/** The calls of a process that was killed. */
export interface LostAnswers {
  /** Calls with an answer, without those that earlier kills may have lost. */
  readonly answered: number;
  /** Calls that had no answer yet. */
  readonly underWay: number;
}

const STATUSES = ['wa_registered', 'telegram_registered', 'dead', 'inactive', 'unknown'] as const;
/** The numbers of single checks begin with this, and no number of a file does. */
export const SINGLE_CHECKS = '+14153';
/**
 * No call for a file begins while an answer of its account has waited 25 ms for its record. The rest is for the way of an answer to its
 * caller and of the next call from there.
 */
export const UNRECORDED_MS = 25 + 75;

/** The upstream's answer about a number. */
export function answerOf(number: string): VerificationStatus {
  return STATUSES[Number(number.slice(-2)) % STATUSES.length] ?? 'unknown';
}

/** The paid service behind the servers of a drill. It runs in the drill's process and knows every call and every answer. */
export class Upstream {
  readonly #server: HttpServer;
  readonly #calls = new Map<string, Call[]>();
  /** The last call of each caller for a file. */
  readonly #lastCallAt = new Map<string, number>();

  readonly #kills: Kill[] = [];
  readonly #unrecordedMs: number;

  private constructor(checkMs: number, unrecordedMs: number) {
    this.#unrecordedMs = unrecordedMs;
    this.#server = createServer((request, response) => {
      const number = `+${request.url?.slice(1)}`;
      const caller = String(request.headers['x-caller']);
      const call: Call = { caller, calledAt: performance.now(), answeredAt: undefined, isLost: false };
      this.#calls.set(number, [...(this.#calls.get(number) ?? []), call]);
      if (!number.startsWith(SINGLE_CHECKS)) this.#lastCallAt.set(caller, call.calledAt);
      setTimeout(() => {
        if (response.destroyed) return;
        call.answeredAt = performance.now();
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ status: answerOf(number) }));
      }, checkMs);
    });
  }

  /**
   * Starts it. A check takes `checkMs`. An answer has to be recorded if it came earlier than `unrecordedMs` before the last call of a
   * process that was killed.
   */
  static async start(checkMs: number, unrecordedMs: number): Promise<Upstream> {
    const upstream = new Upstream(checkMs, unrecordedMs);
    await new Promise<void>((resolve) => upstream.#server.listen(0, '127.0.0.1', resolve));
    return upstream;
  }

  /** The settings of a server that asks it. `caller` is the name of its process here. */
  settings(folder: DrillFolder, caller: string): NodeJS.ProcessEnv {
    const file = join(folder.path, 'checker.json');
    // A TCP server's address is an object.
    const { port } = this.#server.address() as AddressInfo;
    const values = Object.fromEntries(STATUSES.map((status) => [status, status]));
    const description = {
      name: 'drill',
      request: { url: `http://127.0.0.1:${port}/{digits}`, headers: { 'x-caller': '{secret.key}' } },
      answer: { status: [{ path: 'status', values }] },
      noIsCertain: true,
    };
    writeFileSync(file, JSON.stringify(description));
    return { DIALPROOF_CHECKER: 'http', DIALPROOF_HTTP_CHECKER: file, DIALPROOF_HTTP_CHECKER_SECRET: caller };
  }

  /** Has to be called when a process was killed or suspended: what it had under way and not recorded yet may be asked for again. */
  noteKill(caller: string, killedAt: number): LostAnswers {
    const own = [...this.#calls.values()].flat().filter((call) => call.caller === caller && !call.isLost);
    const isAnswered = ({ answeredAt }: Call, from: number) => answeredAt !== undefined && answeredAt <= from;
    const lastCallAt = this.#lastCallAt.get(caller) ?? 0;
    const recordedUntil = lastCallAt - this.#unrecordedMs;
    const startedAt = this.#kills.findLast((kill) => kill.caller === caller)?.killedAt ?? 0;
    this.#kills.push({ caller, startedAt, lastCallAt, killedAt });
    const answered = own.filter((call) => isAnswered(call, killedAt)).length;
    for (const call of own) call.isLost = !isAnswered(call, recordedUntil);
    return { answered, underWay: own.length - answered };
  }

  /**
   * Numbers of files that were asked about again although their answer had to be recorded. `times` says how often each may be asked. Single
   * checks are left out: until one is replied to, its answer may be lost.
   */
  askedAgain(times: ReadonlyMap<string, number>): readonly string[] {
    const kept = (number: string) =>
      (this.#calls.get(number) ?? []).filter((call) => call.answeredAt !== undefined && !call.isLost).length;
    return [...times].flatMap(([number, allowed]) => (kept(number) > allowed ? [number] : []));
  }

  /** For each kill, how many answers it lost. */
  lost(): readonly string[] {
    return this.#kills.map(({ caller, killedAt, lastCallAt, startedAt }) => {
      const all = [...this.#calls.values()];
      const isOwn = (call: Call) =>
        call.caller === caller && call.calledAt > startedAt && call.calledAt <= killedAt;
      const answered = (calls: readonly Call[]) =>
        calls.filter((call) => isOwn(call) && call.answeredAt !== undefined);
      const again = all
        .filter((calls) => calls.some(({ calledAt }) => calledAt > killedAt))
        .flatMap(answered);
      const oldest = Math.max(0, ...again.map(({ answeredAt = 0 }) => lastCallAt - answeredAt));
      return (
        `kill: ${all.flatMap(answered).length} answered, ${again.length} of them asked about again, ` +
        `the oldest ${oldest.toFixed(1)} ms before the last call`
      );
    });
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
