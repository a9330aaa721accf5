import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A program of a page, with the output that the page shows. */
export interface ShownProgram {
  /** TypeScript. */
  readonly source: string;
  readonly prints: readonly string[];
}

/** The install lines of one block of a page, which belong together, and the programs of that page. */
export interface DocumentedInstall {
  /** The document and the line of the block, such as `docs/getting-started.md:41`. */
  readonly place: string;
  /** The lines as written, each beginning with `npm install`. */
  readonly lines: readonly string[];
  /** The folders that the block packs in a clone. */
  readonly packs: readonly string[];
  readonly programs: readonly ShownProgram[];
}

const INSTALL = /\bnpm (?:i|install|add)\b(?= +[-@.\w])/g;

/** Every install line of the READMEs and of docs/ that names packages, by its block. Throws where one stands in no block and no code. */
export function documentedInstalls(root: string): DocumentedInstall[] {
  return documents(root).flatMap((path) => installsOf(relative(root, path), readFileSync(path, 'utf8')));
}

function documents(root: string): string[] {
  const inFolder = (folder: string) =>
    readdirSync(join(root, folder)).map((name) => join(root, folder, name));
  const readmes = ['libs', 'examples'].flatMap(inFolder).map((folder) => join(folder, 'README.md'));
  const guides = inFolder('docs').filter((path) => path.endsWith('.md'));
  return [join(root, 'README.md'), ...readmes, ...guides].filter((path) => existsSync(path));
}

export function installsOf(document: string, text: string): DocumentedInstall[] {
  const programs = programsOf(text);
  const found = [...blocksOf(text, 'sh'), ...inlineCode(text)].flatMap(({ index, content }) => {
    const lines = content.split('\n').filter((line) => line.match(INSTALL) !== null);
    const packs = [...content.matchAll(/ -w (libs\/\S+)/g)].map(([, folder = '']) => folder);
    return lines.length === 0
      ? []
      : [{ place: `${document}:${lineOf(text, index)}`, lines, packs, programs }];
  });
  const seen = found.reduce((count, { lines }) => count + lines.length, 0);
  const all = text.match(INSTALL)?.length ?? 0;
  // Otherwise a line in another form would never be tried.
  if (seen !== all) throw new Error(`${document}: ${all} install lines, of which only ${seen} can be read`);
  return found;
}

/** The blocks that `ts run` marks, with those that continue them. */
function programsOf(text: string): ShownProgram[] {
  const sources: { source: string; isRun: boolean }[] = [];
  for (const { words, content } of blocksOf(text, 'ts')) {
    const before = words.includes('continued') ? sources.pop() : undefined;
    const isRun = words.includes('run') || before?.isRun === true;
    sources.push({ source: `${before?.source ?? ''}${content}`, isRun });
  }
  return sources.filter(({ isRun }) => isRun).map(({ source }) => ({ source, prints: printsOf(source) }));
}

/** A comment that shows a whole value, and not a sentence or a part of it. */
const WHOLE_VALUE = /^(?:\{.*\}|\[.*\]|-?\d+|true|false)$/;

/** The values in the comments behind `console.log`. */
function printsOf(source: string): string[] {
  return [...source.matchAll(/^console\.log\(.*\); \/\/ (.+)$/gm)]
    .map(([, shown = '']) => shown)
    .filter((shown) => WHOLE_VALUE.test(shown) && !shown.includes('...'));
}

interface Block {
  readonly index: number;
  readonly words: string;
  readonly content: string;
}

function blocksOf(text: string, language: string): Block[] {
  const fences = new RegExp(`^\`\`\`${language}\\b([^\n]*)\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...text.matchAll(fences)].map(({ index, 1: words = '', 2: content = '' }) => ({
    index,
    words,
    content,
  }));
}

/** Code within a sentence or a table. */
function inlineCode(text: string): Block[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, (block) => block.replace(/[^\n]/g, ' '));
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(({ index, 1: content = '' }) => ({
    index,
    words: '',
    content,
  }));
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
