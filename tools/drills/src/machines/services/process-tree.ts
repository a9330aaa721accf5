import { readdirSync, readFileSync } from 'node:fs';

/** A process and all its descendants, parents first. Linux only. */
export function processTree(pid: number): readonly number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = parentOf(Number(name));
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [pid];
  for (const each of tree) tree.push(...(children.get(each) ?? []));
  return tree;
}

/** Sends a signal to every remaining process of a tree. */
export function signalTree(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}

function parentOf(pid: number): number | undefined {
  try {
    // The name may contain spaces. It is in brackets before the fields.
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    return Number(fields.split(' ')[1]);
  } catch {
    return undefined;
  }
}
