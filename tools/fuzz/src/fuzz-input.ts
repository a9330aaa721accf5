import { createSeededRandom, type SeededRandom } from '@dialproof/generate';
import { damagedBytes } from './byte-damage.js';
import { csvFile } from './csv-files.js';
import { damagedWorkbook, type WorkbookDamage } from './workbook-damage.js';

/** Which files are tried: of both kinds, one of ten is a workbook, which takes ten times as long. */
export const FILE_CHOICES = ['both', 'csv', 'xlsx'] as const;
export type FileChoice = (typeof FILE_CHOICES)[number];

/** A file that may be damaged, as it is uploaded. */
export type FuzzInput = FuzzUpload &
  ({ readonly kind: 'csv' } | { readonly kind: 'xlsx'; readonly damage: WorkbookDamage });

export interface FuzzUpload {
  readonly fileName: string;
  readonly bytes: Buffer;
  /** The size of the pieces in which it arrives. */
  readonly pieceBytes: number;
}

/** The input of this position in the sequence of this seed: the same one for the same arguments, on every machine. */
export function fuzzInput(choice: FileChoice, seed: number, index: number): FuzzInput {
  const kind = choice === 'both' ? (index % 10 === 9 ? 'xlsx' : 'csv') : choice;
  const random = createSeededRandom(Math.imul(seed, 0x9e3779b1) + Math.imul(index, 0x85ebca6b));
  if (kind === 'csv') {
    const bytes = damagedBytes(random, csvFile(random), () => csvFile(random));
    return { kind, ...upload(random, kind, bytes) };
  }
  const { damage, bytes } = damagedWorkbook(random);
  return { kind, damage, ...upload(random, kind, bytes) };
}

function upload(random: SeededRandom, kind: 'csv' | 'xlsx', bytes: Buffer): FuzzUpload {
  const pieceBytes = Math.max(1, Math.ceil(bytes.length / random.pick([1, 1, 2, 7, 40])));
  return { fileName: `list.${kind}`, bytes, pieceBytes };
}
