import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

/** The interval of the checks. Each takes two system calls. */
const LOOK_EVERY_MS = 200;

const SHELLS = new Set(['sh', 'ash', 'bash', 'dash', 'ksh', 'zsh']);

/**
 * Stops this process as SIGTERM does once npm has gone, and not when the one that has started npm goes, such as a terminal. npm hands a
 * SIGTERM to the shell it runs a script in, which may just end; of a SIGKILL of npm, the shell learns nothing and goes on waiting. Either
 * way this process would go on without anyone knowing, and keep its lock and port. npm holds nothing of this process, no pipe and no
 * channel, whose end would tell: so it is looked whether both are there. On Windows, which does not tell, nothing is noticed.
 */
export async function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  let npm;
  const watch = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || isThere(npm))) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS).unref();
  const { name, ppid } = await about(parent);
  // Some shells hand their process over to the last command, which then is npm's own child.
  if (SHELLS.has(name)) npm = ppid;
}

/** The name of a process and its parent; nothing of one that cannot be asked about. */
async function about(pid) {
  try {
    return process.platform === 'linux' ? await aboutOnLinux(pid) : await aboutByPs(pid);
  } catch {
    return {};
  }
}

async function aboutOnLinux(pid) {
  // proc_pid_stat(5): the name is in brackets, and may hold any character. The state and the parent follow.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [, name, ppid] = /^\d+ \((.*)\) \S (\d+) /s.exec(stat);
  return { name, ppid: Number(ppid) };
}

async function aboutByPs(pid) {
  const found = await new Promise((resolve, reject) => {
    execFile('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    );
  });
  // A login shell has a dash before its name.
  const [, ppid, path] = /^\s*(\d+)\s+-?(.*?)\s*$/s.exec(found);
  return { name: basename(path), ppid: Number(ppid) };
}

function isThere(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It may be another user's.
    return error.code !== 'ESRCH';
  }
}
