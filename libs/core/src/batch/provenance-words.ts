/** The sources, or the reasons, of a chunk's answers: each word once, and which number has which. */
export interface WordColumn {
  readonly words: readonly string[];
  /** For each number the place of its word, from 1; 0 for a number without one. */
  readonly places: Uint8Array;
}

/** `maxWords`: how many words there are at most, up to 254. `rest` stands for those beyond; undefined: they are left out. */
export function wordColumn(
  texts: readonly (string | undefined)[],
  maxWords: number,
  rest?: string,
): WordColumn {
  const placeOf = new Map<string, number>();
  const places = new Uint8Array(texts.length);
  for (let position = 0; position < texts.length; position += 1) {
    const text = texts[position];
    if (text === undefined) continue;
    const word = placeOf.has(text) || placeOf.size < maxWords ? text : rest;
    if (word === undefined) continue;
    const place = placeOf.get(word) ?? placeOf.size + 1;
    placeOf.set(word, place);
    places[position] = place;
  }
  return { words: [...placeOf.keys()], places };
}

/** How many bytes a column takes: its words with a byte of length before each and one for their count, and the places if there are any. */
export function bytesOfColumn({ words, places }: WordColumn): number {
  const wordBytes = words.reduce((sum, word) => sum + 1 + word.length, 1);
  return wordBytes + (words.length === 0 ? 0 : places.length);
}

/** Returns where the column ends. */
export function writeColumn(buffer: Buffer, { words, places }: WordColumn, start: number): number {
  let end = buffer.writeUInt8(words.length, start);
  for (const word of words) {
    end = buffer.writeUInt8(word.length, end);
    end += buffer.write(word, end, 'latin1');
  }
  if (words.length === 0) return end;
  buffer.set(places, end);
  return end + places.length;
}

/** Puts the words into `texts`, one entry for each number, and returns where the column ends. Throws RangeError for damaged bytes. */
export function readColumn(buffer: Buffer, start: number, texts: (string | undefined)[]): number {
  const words: string[] = [];
  let end = start + 1;
  // Reading behind the end throws a RangeError.
  for (let left = buffer.readUInt8(start); left > 0; left -= 1) {
    const next = end + 1 + buffer.readUInt8(end);
    words.push(buffer.toString('latin1', end + 1, next));
    end = next;
  }
  if (words.length === 0) return end;
  for (let position = 0; position < texts.length; position += 1) {
    const place = buffer.readUInt8(end + position);
    if (place > words.length) throw new RangeError(`a chunk has ${words.length} words, none is ${place}`);
    texts[position] = words[place - 1];
  }
  return end + texts.length;
}
