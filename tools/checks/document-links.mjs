// Every relative link of every document leads to a file or folder that is there, and its #anchor to a heading of that document. Every
// page of docs/ is in the list of docs/README.md and has a way on.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** Folders of dependencies and of generated files. */
const LEFT_OUT = new Set(['node_modules', 'dist', '.git', '.nx', 'data', 'coverage', 'reference']);

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '../..'));
const documents = new Map(documentsIn(root).map((path) => [path, readDocument(path)]));
const problems = [...[...documents].flatMap(brokenLinks), ...deadEnds()];
for (const problem of problems) console.error(problem);
const links = [...documents.values()].reduce((count, document) => count + document.links.length, 0);
console.log(`${links} links of ${documents.size} documents, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

function documentsIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : documentsIn(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

function readDocument(path) {
  const lines = withoutFences(readFileSync(path, 'utf8'));
  return { anchors: anchorsOf(lines), links: linksOf(lines.join('\n')) };
}

/** The lines of a text; those of its fenced blocks are empty, so that every other line keeps its number. */
function withoutFences(text) {
  let fence;
  return text.split('\n').map((line) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) {
      fence = mark;
      return mark === undefined ? line : '';
    }
    if (mark?.startsWith(fence)) fence = undefined;
    return '';
  });
}

/** The anchors that GitHub gives to headings: the second one of a name ends in -1, the third in -2. */
function anchorsOf(lines) {
  const anchors = new Set();
  for (const line of lines) {
    const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(line)?.[1];
    if (heading === undefined) continue;
    const name = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    let anchor = name;
    for (let repeat = 1; anchors.has(anchor); repeat += 1) anchor = `${name}-${repeat}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** The targets of links and images that name no scheme, with their lines. What stands in backquotes is no link. */
function linksOf(text) {
  const prose = text.replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, (code) => code.replace(/[^\n]/g, '.'));
  return [...prose.matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)|^\[[^\]]+\]:\s*(\S+)/gm)]
    .map((match) => ({
      target: match[1] ?? match[2],
      line: prose.slice(0, match.index).split('\n').length,
    }))
    .filter(({ target }) => !/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(target));
}

function brokenLinks([path, { links }]) {
  return links.flatMap(({ line, target }) => {
    const problem = problemOf(path, target);
    return problem === undefined ? [] : [`${relative(root, path)}, line ${line}: ${target} ${problem}`];
  });
}

function problemOf(path, target) {
  const { file, anchor } = parse(path, target);
  if (!existsSync(file)) return 'is not there';
  if (anchor === undefined) return undefined;
  const document = documents.get(statSync(file).isDirectory() ? join(file, 'README.md') : file);
  if (document === undefined) return 'names a heading of what is no document';
  return document.anchors.has(anchor) ? undefined : 'names no heading';
}

function parse(path, target) {
  const [file, anchor] = target.split('#').map(decodeURIComponent);
  return { file: file === '' ? path : resolve(dirname(path), file), anchor };
}

function deadEnds() {
  const list = join(root, 'docs/README.md');
  const listed = targetsOf(list);
  return [...documents.keys()]
    .filter((path) => dirname(path) === dirname(list) && path !== list)
    .flatMap((path) => [
      ...(listed.has(path) ? [] : [`${relative(root, path)} is not in docs/README.md`]),
      ...([...targetsOf(path)].some((target) => target !== path)
        ? []
        : [`${relative(root, path)} links to no other page`]),
    ]);
}

function targetsOf(path) {
  const links = documents.get(path)?.links ?? [];
  return new Set(links.map(({ target }) => parse(path, target).file));
}
