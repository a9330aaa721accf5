import type { Host, Output } from '../host.js';
import { duration, grouped } from './format.js';
import { paintOn } from './output.js';

/** The progress of some work. */
export interface Progress {
  /** `note` stands in place of the rate and the time left. */
  show(done: number, total: number, note?: string): void;
  /** Ends the display at any point. Safe twice. */
  stop(): void;
}

export interface ProgressParts {
  readonly output: Output;
  readonly env: Host['env'];
  /** The unit of progress: `rows`. */
  readonly unit: string;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Calls this every second, until the returned function is called. */
  readonly everySecond: (run: () => void) => () => void;
}

/** Progress on the standard error, by the time of this machine. */
export function progressOf({ stderr, env }: Host, unit: string): Progress {
  return progressOn({
    output: stderr,
    env,
    unit,
    now: () => performance.now(),
    everySecond(run) {
      const timer = setInterval(run, 1_000);
      return () => clearInterval(timer);
    },
  });
}

/** A bar on a terminal, lines for a log or another program. */
export function progressOn(parts: ProgressParts): Progress {
  return parts.output.isTTY === true && parts.env['TERM'] !== 'dumb' ? bar(parts) : lines(parts);
}

const HIDE_CURSOR = '\x1b[?25l';
export const SHOW_CURSOR = '\x1b[?25h';
export const CLEAR_LINE = '\r\x1b[K';

function bar({ output, env, unit, now, everySecond }: ProgressParts): Progress {
  const paint = paintOn(output, env);
  /** The rate is measured from here: the task may have waited before, and after a retry its count may be lower. */
  let begun: Reached | undefined;
  let stopTicking: (() => void) | undefined;
  let last: readonly [done: number, total: number, note: string | undefined] = [0, 0, undefined];
  const draw = (): void => {
    const [done, total, note] = last;
    const reached = { at: now(), done };
    if (begun === undefined || note !== undefined || done <= begun.done) begun = reached;
    const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
    const counts = `${String(percent).padStart(3)}%  ${grouped(done)} of ${grouped(total)} ${unit}`;
    const text = ` ${counts}  ${note ?? rateText(begun, reached, total)}`;
    const columns = output.columns ?? 80;
    // The same length with every change, and room for the text behind it.
    const width = Math.max(10, Math.min(40, columns - 58));
    const filled = Math.round((width * percent) / 100);
    const line = paint('green', '█'.repeat(filled)) + paint('dim', '░'.repeat(width - filled));
    // A longer line would wrap, and each change would leave a line behind.
    output.write(`${CLEAR_LINE}${line}${text.slice(0, Math.max(0, columns - width - 1))}`);
  };
  return {
    show(...shown) {
      last = [shown[0], shown[1], shown[2]];
      if (stopTicking === undefined) {
        output.write(HIDE_CURSOR);
        // A constant time left would be wrong while nothing happens.
        stopTicking = everySecond(draw);
      }
      draw();
    },
    stop() {
      if (stopTicking === undefined) return;
      stopTicking();
      stopTicking = undefined;
      output.write(`\n${SHOW_CURSOR}`);
    },
  };
}

/** A line for each completed tenth, so that the log of a large file stays short. */
function lines({ output, unit }: ProgressParts): Progress {
  let shownTenths = 0;
  let shownNote: string | undefined;
  return {
    show(done, total, note) {
      const tenths = total === 0 ? 10 : Math.floor((done / total) * 10);
      if (tenths === shownTenths && note === shownNote) return;
      shownTenths = tenths;
      shownNote = note;
      output.write(`${grouped(done)} of ${grouped(total)} ${unit}${note === undefined ? '' : `, ${note}`}\n`);
    },
    stop() {},
  };
}

/** The work at a time, in milliseconds. */
interface Reached {
  readonly at: number;
  readonly done: number;
}

/** `85/s  21 s left`, by the rate since `begun`; empty while it is not known. */
function rateText(begun: Reached, { at, done }: Reached, total: number): string {
  if (at === begun.at || done === begun.done) return '';
  const perMs = (done - begun.done) / (at - begun.at);
  const perSecond = perMs * 1_000;
  const rate = perSecond >= 10 ? grouped(Math.round(perSecond)) : perSecond.toFixed(1);
  return done >= total ? `${rate}/s` : `${rate}/s  ${duration((total - done) / perMs)} left`;
}
