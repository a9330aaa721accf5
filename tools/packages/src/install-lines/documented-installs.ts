import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The install lines of one block of a page, which belong together. */
export interface DocumentedInstall {
  /** The document and the line of the block, such as `docs/getting-started.md:41`. */
  readonly place: string;
  /** The lines as written, each beginning with `npm install`. */
  readonly lines: readonly string[];
  /** The folders that the block packs in a clone. */
  readonly packs: readonly string[];
}

const INSTALL = /\bnpm (?:i|install|add)\b(?= +[-@.\w])/g;

/** Every install line of the READMEs and of docs/ that names packages, by its block. Throws where one stands in no block and no code. */
export function documentedInstalls(root: string): DocumentedInstall[] {
  const inFolder = (folder: string) =>
    readdirSync(join(root, folder)).map((name) => join(root, folder, name));
  const readmes = ['libs', 'examples'].flatMap(inFolder).map((folder) => join(folder, 'README.md'));
  const guides = inFolder('docs').filter((path) => path.endsWith('.md'));
  return [join(root, 'README.md'), ...readmes, ...guides]
    .filter((path) => existsSync(path))
    .flatMap((path) => installsOf(relative(root, path), readFileSync(path, 'utf8')));
}

/** Those in blocks for a shell, and those in code within a sentence or a table. */
export function installsOf(document: string, text: string): DocumentedInstall[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, (block) => block.replace(/[^\n]/g, ' '));
  const blocks = [...text.matchAll(/^```sh\b[^\n]*\n([\s\S]*?)^```$/gm), ...prose.matchAll(/`([^`\n]+)`/g)];
  const found = blocks.flatMap(({ index, 1: content = '' }) => {
    const lines = content.split('\n').filter((line) => line.match(INSTALL) !== null);
    const packs = [...content.matchAll(/ -w (libs\/\S+)/g)].map(([, folder = '']) => folder);
    const place = `${document}:${text.slice(0, index).split('\n').length}`;
    return lines.length === 0 ? [] : [{ place, lines, packs }];
  });
  const seen = found.reduce((count, { lines }) => count + lines.length, 0);
  const all = text.match(INSTALL)?.length ?? 0;
  // Otherwise a line in another form would never be tried.
  if (seen !== all) throw new Error(`${document}: ${all} install lines, of which only ${seen} can be read`);
  return found;
}
