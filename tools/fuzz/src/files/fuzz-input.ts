import { isAscii } from 'node:buffer';
import { createSeededRandom, type SeededRandom } from '@dialproof/generate';
import { damagedBytes } from './byte-damage.js';
import { type CsvFile, csvFile } from './csv-files.js';
import { damagedWorkbook, type WorkbookDamage } from './workbook-damage.js';

/** Which files are tried: of both kinds, one of ten is a workbook, which takes ten times as long. */
export const FILE_CHOICES = ['both', 'csv', 'xlsx'] as const;
export type FileChoice = (typeof FILE_CHOICES)[number];

/** A file that may be damaged, as it is uploaded. */
export type FuzzInput = FuzzUpload &
  (
    | { readonly kind: 'csv'; readonly undamaged: UndamagedCsv | undefined }
    | { readonly kind: 'xlsx'; readonly damage: WorkbookDamage }
  );

/** The facts of an undamaged file. */
export type UndamagedCsv = Pick<CsvFile, 'delimiter' | 'encoding'>;

export interface FuzzUpload {
  readonly fileName: string;
  readonly bytes: Buffer;
  /** How many of them arrive as one piece before the others. */
  readonly firstBytes: number;
  /** The size of the pieces in which the others arrive. */
  readonly pieceBytes: number;
}

/** The input of this position in the sequence of this seed: the same one for the same arguments, on every machine. */
export function fuzzInput(choice: FileChoice, seed: number, index: number): FuzzInput {
  const kind = choice === 'both' ? (index % 10 === 9 ? 'xlsx' : 'csv') : choice;
  const random = createSeededRandom(Math.imul(seed, 0x9e3779b1) + Math.imul(index, 0x85ebca6b));
  if (kind === 'csv') {
    const { head, rest, delimiter, encoding } = csvFile(random);
    const damaged = damagedBytes(random, rest, () => csvFile(random).rest);
    const undamaged = damaged.equals(rest)
      ? { delimiter, encoding: isAscii(Buffer.concat([head, rest])) ? 'utf-8' : encoding }
      : undefined;
    return { kind, undamaged, ...upload(random, 'list.csv', head, damaged) };
  }
  const { damage, bytes } = damagedWorkbook(random);
  return { kind, damage, ...upload(random, 'list.xlsx', Buffer.alloc(0), bytes) };
}

function upload(random: SeededRandom, fileName: string, first: Buffer, others: Buffer): FuzzUpload {
  const pieceBytes = Math.max(1, Math.ceil(others.length / random.pick([1, 1, 2, 7, 40])));
  return { fileName, bytes: Buffer.concat([first, others]), firstBytes: first.length, pieceBytes };
}
