import type { RequestOptions } from '../../../client-options.js';
import type { Download } from '../../../downloads/download.js';
import { wrongCommandLine } from '../../failures/failure.js';
import type { Host } from '../../host.js';
import { assertWritable, writeResult } from './result-file.js';

/** The options of a command that can write its list as a .csv. */
export interface CsvOptions {
  /** A path, or `-` for the standard output. */
  readonly csv?: string;
  readonly force?: true;
  readonly json?: true;
}

/** Writes a .csv to the path of the options, whole or not at all, and says so. */
export async function writeCsv(
  path: string,
  { force, json }: CsvOptions,
  start: (options: RequestOptions) => Promise<Download>,
  host: Host,
): Promise<void> {
  if (path === '-' && json) {
    throw wrongCommandLine(
      'The .csv and --json would both go to the standard output. Name a file with --csv.',
    );
  }
  await assertWritable(path, force);
  await writeResult({ download: (_query, options = {}) => start(options) }, path, {}, host);
  if (path !== '-' && !json) host.stdout.write(`Wrote ${path}\n`);
}
