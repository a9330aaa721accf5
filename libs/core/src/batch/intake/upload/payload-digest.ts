import { createHash } from 'node:crypto';
import type { FileReading } from '../../../model/file-reading.js';
import { fileNameOf, type UploadRequest } from './upload-request.js';

/**
 * Tells one upload from another: SHA-256 of its file's name, of what was said about how to read it, and of its bytes, which are handed in
 * as they come.
 */
export class PayloadDigest {
  readonly #hash = createHash('sha256');

  constructor(request: UploadRequest) {
    const {
      consentDateColumn,
      countryColumn,
      defaultAreaCode,
      defaultCountry,
      encoding,
      freshWithinMs,
      headerRow,
      phoneColumn,
      severalNumbers,
      sheet,
    } = request satisfies FileReading;
    const said = [phoneColumn, defaultCountry, defaultAreaCode, severalNumbers, encoding, headerRow];
    // Not among the others: an upload without them has the digest that earlier versions stored.
    const ofSheet = sheet === undefined ? [] : [sheet];
    const ofCountries = countryColumn === undefined ? [] : [{ countryColumn }];
    const ofConsent = consentDateColumn === undefined ? [] : [{ consentDateColumn }];
    const ofKnown = freshWithinMs === undefined ? [] : [{ freshWithinMs }];
    this.#hash.update(
      JSON.stringify([
        fileNameOf(request),
        ...said.map((value) => value ?? null),
        ...ofSheet,
        ...ofCountries,
        ...ofConsent,
        ...ofKnown,
      ]),
    );
  }

  update(piece: Uint8Array): void {
    this.#hash.update(piece);
  }

  /** In hex. Nothing can be handed in after that. */
  digest(): string {
    return this.#hash.digest('hex');
  }
}
