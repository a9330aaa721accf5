import { CodePage } from '../decoding/code-page.js';
import type { DecodedText, TextFault } from '../decoding/text-decoding.js';
import { CellsInParts } from './cells-in-parts.js';
import { cellText } from './detector.js';
import { DistinctCells } from './distinct-cells.js';
import { guessEncoding, refutedGuess } from './guess-encoding.js';

/**
 * A guessed encoding other than Windows-1252. The file is refused if a byte is not in the encoding, or if a second guess, from later cells,
 * names another encoding that reads these cells differently. A second guess of Windows-1252, or none, refutes nothing: longer lists in
 * the right encoding give such guesses too.
 */
export class GuessedCodePage extends CodePage {
  readonly #cells = new CellsInParts();
  /** The bytes of cells from which the first guess was made. */
  readonly #firstBytes: number;
  #isConfirmed = false;

  /** `first` is the text from which the name was guessed. It begins at `start` in the file. */
  constructor(name: string, first: Buffer, start: number) {
    super({ name, isGuessed: true }, start);
    const cells = new DistinctCells();
    cells.add(first);
    this.#firstBytes = cells.bytes;
  }

  protected override async decodePart(part: Buffer, start: number): Promise<DecodedText> {
    const decoded = await super.decodePart(part, start);
    if (decoded.fault !== undefined) return decoded;
    this.#cells.add(part);
    const fault = this.#cells.gathered.isFull ? await this.#confirm() : undefined;
    return { ...decoded, ...(fault === undefined ? {} : { fault }) };
  }

  override async end(): Promise<DecodedText> {
    const decoded = await super.end();
    if (decoded.fault !== undefined) return decoded;
    this.#cells.end();
    const fault = await this.#confirm();
    return { ...decoded, ...(fault === undefined ? {} : { fault }) };
  }

  /** Guesses again, once, from all cells that were gathered, if they are more than those of the first guess. */
  async #confirm(): Promise<TextFault | undefined> {
    if (this.#isConfirmed || this.#cells.gathered.bytes <= this.#firstBytes) return undefined;
    this.#isConfirmed = true;
    const cells = this.#cells.gathered.lines();
    const name = await guessEncoding(cells);
    if (name === undefined || name === 'windows-1252') return undefined;
    const isRead = cellText(name, cells) === cellText(this.encoding.name, cells);
    return isRead ? undefined : { found: refutedGuess(this.encoding.name, name) };
  }
}
