// Cycles of imports between the files of a package, and between its folders.
import { dirname, join, sep } from 'node:path';

/** The cycles of imports between files. A file on several cycles is reported with one of the shortest. */
export function fileCycles({ files }) {
  return cyclesIn(importsByFile(files));
}

/**
 * The cycles of imports between folders that lie side by side, each as one import from folder to folder. Tests do not count: a test
 * may need a fixture of the folder that uses what it tests.
 */
export function folderCycles({ path, files }) {
  const imports = importsByFile(files.filter((file) => !file.isTest));
  const folders = new Map();
  const causes = new Map();
  for (const [file, targets] of imports) {
    for (const target of targets.filter((other) => other !== file)) {
      const [from, to] = foldersApart(file, target);
      if (from === undefined || to === undefined) continue;
      folders.set(from, [...(folders.get(from) ?? []), to]);
      causes.set(`${from} ${to}`, `${shown(path, file)} -> ${shown(path, target)}`);
    }
  }
  return cyclesIn(folders).map((cycle) =>
    cycle.map((folder, index) => causes.get(`${folder} ${cycle[(index + 1) % cycle.length]}`)),
  );
}

/** The files of the same package that each file imports. */
function importsByFile(files) {
  const paths = new Set(files.map((file) => file.path));
  return new Map(
    files.map((file) => [
      file.path,
      file.imports
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => sourceOf(join(dirname(file.path), specifier), paths))
        .filter((target) => target !== undefined),
    ]),
  );
}

/** An import names the compiled file; this is its source. */
function sourceOf(target, paths) {
  const bare = target.replace(/\.([cm]?)jsx?$/, '.$1');
  return [target, `${bare}ts`, `${bare}tsx`].find((path) => paths.has(path));
}

/** The two folders side by side in which two files lie. Undefined for a file that lies beside the other one's folder. */
function foldersApart(...files) {
  const [from, to] = files.map((file) => file.split(sep));
  const depth = from.findIndex((part, index) => part !== to[index]);
  return [from, to].map((parts) =>
    depth < parts.length - 1 ? parts.slice(0, depth + 1).join(sep) : undefined,
  );
}

function shown(path, file) {
  return file.slice(join(path, 'src').length + 1);
}

function cyclesIn(graph) {
  const cycles = [];
  for (const start of [...graph.keys()].sort()) {
    if (cycles.flat().includes(start)) continue;
    const cycle = shortestCycle(graph, start);
    if (cycle !== undefined) cycles.push(cycle);
  }
  return cycles;
}

/** Searches breadth first from the start back to it. */
function shortestCycle(graph, start) {
  const cameFrom = new Map([[start, undefined]]);
  // The loop also visits the keys that are added while it runs.
  for (const node of cameFrom.keys()) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) return wayTo(node, cameFrom);
      if (!cameFrom.has(next)) cameFrom.set(next, node);
    }
  }
  return undefined;
}

function wayTo(end, cameFrom) {
  const way = [];
  for (let node = end; node !== undefined; node = cameFrom.get(node)) way.unshift(node);
  return way;
}
