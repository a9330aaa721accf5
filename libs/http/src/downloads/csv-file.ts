import { stringify } from 'csv-stringify/sync';
import type { HttpReply } from '../message/http-message.js';
import type { OperationCall } from '../operations/definition/operation-call.js';
import { whileAllowed } from '../sign-in/allowed-content.js';
import { attachment } from './content-disposition.js';
import { acceptsGzip, gzipped } from './gzipped.js';

export type CsvCell = string | number | null;

export interface CsvFile {
  readonly fileName: string;
  readonly header: readonly string[];
  /** Read as fast as the client takes them. */
  readonly records: Iterable<readonly CsvCell[]> | AsyncIterable<readonly CsvCell[]>;
  /** How many records there are, if that is known before they are made. */
  readonly rows?: number;
}

/** The headers of {@link csvReply}, for the description of an operation. */
export const CSV_HEADERS = {
  'Content-Disposition': 'The name of the file. Only for a .csv',
  Vary: 'accept-encoding. Only for a .csv',
  'Content-Encoding': 'gzip, for a .csv if the request accepts gzip',
  'X-Content-Type-Options': 'nosniff, for a .csv: a browser must not show it as a page',
} as const;

/** The reply with a .csv in UTF-8, which is made while it is sent. A null is an empty cell. */
export function csvReply(
  { request, access, parts }: Pick<OperationCall<unknown, unknown>, 'access' | 'parts' | 'request'>,
  file: CsvFile,
): HttpReply {
  const isPacked = parts.compressDownloads && acceptsGzip(request);
  const content = csvContent(file);
  return {
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': attachment(file.fileName),
      ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
      ...(file.rows === undefined ? {} : { 'dialproof-rows': String(file.rows) }),
      vary: 'accept-encoding',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    body: whileAllowed(isPacked ? gzipped(content) : content, access, parts.heartbeatMs),
  };
}

/** So many records take a few milliseconds. */
const RECORDS_PER_PIECE = 500;

async function* csvContent({ header, records }: CsvFile): AsyncGenerator<Uint8Array, void, undefined> {
  let piece: (readonly CsvCell[])[] = [header];
  for await (const record of records) {
    piece.push(record);
    if (piece.length < RECORDS_PER_PIECE) continue;
    yield Buffer.from(stringify(piece));
    piece = [];
  }
  if (piece.length > 0) yield Buffer.from(stringify(piece));
}
