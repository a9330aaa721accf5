/** The beginning of a text that has at most so many bytes in UTF-8, cut between characters as people see them. */
export function textWithinBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let room = maxBytes;
  let end = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    room -= Buffer.byteLength(segment);
    if (room < 0) break;
    end += segment.length;
  }
  return text.slice(0, end);
}
