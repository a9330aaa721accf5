/** Says of a file that its first letters were guessed to be in one encoding, and all of them to be in another one, or in none. */
export function contradicted(first: string, later: string | undefined): string {
  const found = later === undefined ? 'make no sense in it' : `look like ${later}`;
  return `was taken for ${first} by the first letters that are not ASCII, but later ones ${found}: name its encoding in "encoding", or save it as UTF-8`;
}
