import type { WriteStream } from 'node:tty';
import { counted } from '../command-line/counted.js';

/** The output of progress: a terminal, or a stream of lines. */
type ProgressStream = Pick<WriteStream, 'write' | 'isTTY'>;

export interface ImportProgress {
  readonly show: (share: number, rows: number) => void;
  /** Ends the line of a terminal. */
  readonly stop: () => void;
}

/** Shows how far an import is: in one line of a terminal, elsewhere in a line for each tenth of the file. */
export function importProgress(stream: ProgressStream): ImportProgress {
  let tenths = 0;
  let isOpen = false;
  return {
    show(share, rows) {
      const text = `${Math.floor(share * 100)}% | ${counted(rows, 'row')}`;
      if (stream.isTTY) {
        isOpen = true;
        stream.write(`\r${text}`);
      } else if (Math.floor(share * 10) > tenths) {
        tenths = Math.floor(share * 10);
        stream.write(`${text}\n`);
      }
    },
    stop() {
      if (isOpen) stream.write('\n');
      isOpen = false;
    },
  };
}
