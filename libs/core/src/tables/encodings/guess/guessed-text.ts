import { isAscii } from 'node:buffer';
import { CodePage, decodeWindows1252 } from '../code-page.js';
import { ByteText, type DecodedText, NO_TEXT, type TextFault } from '../text-decoding.js';
import { utf8Characters } from '../unicode-text.js';
import { cellText } from './detector.js';
import { CellsInParts, DistinctCells } from './distinct-cells.js';
import { guessEncoding, refutedGuess } from './guess-encoding.js';

/** Bytes without a character. Text that has them was written in another encoding. */
const WITHOUT_CHARACTER = /[\u0081\u008d\u008f\u0090\u009d]/;

/**
 * Windows-1252 as a guess. The file is refused in three cases: a byte has no character in Windows-1252; at the end, characters of UTF-8
 * outnumber other bytes, so that only some characters are broken; or a second guess, from later cells, names another encoding or none.
 * The first guess may rest on a single letter.
 */
export class GuessedWindows1252 extends ByteText {
  readonly encoding = { name: 'windows-1252', isGuessed: true } as const;
  readonly #cells = new DistinctCells();
  #isConfirmed = false;
  #likeUtf8 = 0;
  #unlikeUtf8 = 0;

  protected override async decodePart(part: Buffer, start: number): Promise<DecodedText> {
    if (isAscii(part)) return { text: part };
    const text = decodeWindows1252(part);
    const { like, unlike } = utf8Characters(part);
    this.#likeUtf8 += like;
    this.#unlikeUtf8 += unlike;
    const wrong = text.search(WITHOUT_CHARACTER);
    if (wrong !== -1) {
      return {
        text: Buffer.from(text.slice(0, wrong)),
        fault: { found: NOT_WINDOWS_1252, byte: start + wrong },
      };
    }
    this.#cells.add(part);
    const fault = this.#cells.isFull ? await this.#confirm() : undefined;
    return { text: Buffer.from(text), ...(fault === undefined ? {} : { fault }) };
  }

  override async end(): Promise<DecodedText> {
    const isBroken = this.#likeUtf8 > this.#unlikeUtf8;
    const fault = isBroken ? { found: MOSTLY_UTF8 } : await this.#confirm();
    return { text: NO_TEXT, ...(fault === undefined ? {} : { fault }) };
  }

  /** Guesses again, once, from all gathered cells. */
  async #confirm(): Promise<TextFault | undefined> {
    if (this.#isConfirmed) return undefined;
    this.#isConfirmed = true;
    const name = await guessEncoding(this.#cells.lines());
    return name === 'windows-1252' ? undefined : { found: refutedGuess('windows-1252', name) };
  }
}

const NOT_WINDOWS_1252 =
  'is neither UTF-8 nor, by a byte that has no character there, Windows-1252: save it as UTF-8, or name its encoding by encoding=NAME';
const MOSTLY_UTF8 =
  'has bytes that are not UTF-8, though most of its characters would be: save it as UTF-8, or name its encoding by encoding=NAME';

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

  /** `first`: the text that the name was guessed from. It begins at `start` in the file. */
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

  /** Guesses again, once, from all gathered cells, if there are more than the first guess had. */
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
