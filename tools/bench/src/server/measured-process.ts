import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProbeAnswers, ProcessFigures } from './process-probe.js';

const PROBE = new URL('./process-probe.js', import.meta.url).href;

/** A separate Node program that reports its use of processor and memory at any time. */
export class MeasuredProcess {
  readonly #child: ChildProcess;
  #output = '';

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text;
    });
  }

  static start(
    script: string,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): MeasuredProcess {
    const child = spawn(process.execPath, ['--import', PROBE, script, ...args], {
      env: { ...process.env, DATABASE_URL: '', REDIS_URL: '', ...env },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    return new MeasuredProcess(child);
  }

  figures(): Promise<ProcessFigures> {
    return this.ask('figures');
  }

  async ask<Question extends keyof ProbeAnswers>(question: Question): Promise<ProbeAnswers[Question]> {
    const answer = once(this.#child, 'message');
    this.#child.send(question);
    // The only messages on this channel are the probe's, one for each question.
    return (await answer)[0] as ProbeAnswers[Question];
  }

  /** Resolves to the first match in the output of the process; rejects if it ends before. */
  async printed(pattern: RegExp): Promise<RegExpMatchArray> {
    for (;;) {
      const match = this.#output.match(pattern);
      if (match !== null) return match;
      if (this.#child.exitCode !== null)
        throw new Error(`the process ended without printing ${pattern}:\n${this.#output}`);
      await Promise.race([once(this.#child.stdout ?? this.#child, 'data'), once(this.#child, 'exit')]);
    }
  }

  /** Resolves when the process has ended by itself, to its output and its peak memory, sampled often. Rejects if it failed. */
  async ended(lookEveryMs: number): Promise<{ readonly output: string; readonly peakMb: number }> {
    const closed = once(this.#child, 'close').then(() => undefined);
    let peakMb = 0;
    while (this.#child.connected) {
      const figures = await Promise.race([this.figures().catch(() => undefined), closed]);
      peakMb = Math.max(peakMb, figures?.peakMb ?? 0);
      await Promise.race([delay(lookEveryMs), closed]);
    }
    await closed;
    if (this.#child.exitCode !== 0)
      throw new Error(`the process ended with ${this.#child.exitCode}:\n${this.#output}`);
    return { output: this.#output, peakMb };
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}
