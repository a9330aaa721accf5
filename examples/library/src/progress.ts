import type { Task } from '@dialproof/core';
import cliProgress from 'cli-progress';

const { Format, Presets, SingleBar } = cliProgress;

/** Shows how far a task is. */
export interface Progress {
  show(task: Task): void;
  /** Ends what is shown, wherever it stands. */
  stop(): void;
}

/** A bar where a person looks on, lines where a log or another program reads. */
export function progressOn(stream: NodeJS.WriteStream): Progress {
  return stream.isTTY ? progressBar(stream) : progressLines(stream);
}

function progressBar(stream: NodeJS.WriteStream): Progress {
  const format = '{bar} {percentage}% | {value} of {total} rows | {eta_formatted} left';
  const bar = new SingleBar({ stream, format, formatTime }, Presets.shades_classic);
  let started = false;
  return {
    show({ processed, total }) {
      if (!started) bar.start(total, 0);
      started = true;
      bar.update(processed);
    },
    stop: () => bar.stop(),
  };
}

const formatTime: typeof Format.TimeFormat = (seconds, ...more) =>
  // Before the first rows the bar has nothing to estimate from, and says so with a word in place of a number.
  Number.isFinite(seconds) ? Format.TimeFormat(seconds, ...more) : '?';

/** A line for each tenth that is passed, so that a log of a large file stays short. */
function progressLines(stream: NodeJS.WriteStream): Progress {
  let shown = 0;
  return {
    show({ processed, total }) {
      const tenths = Math.floor((processed / total) * 10);
      if (tenths === shown) return;
      shown = tenths;
      stream.write(`${processed} of ${total} rows\n`);
    },
    stop() {},
  };
}
