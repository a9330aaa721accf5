import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The resident memory of a process, in MB. Linux only, like the other functions here. */
export function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_024;
}

/** The processor time of a Node process's event loop, in milliseconds. Its thread has the id of the process. */
export function eventLoopMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
}

/**
 * The number of open files and connections of a process. The database and what event loops open for themselves are left out: a thread
 * that moves the log starts when the log is long enough, and has both of its own.
 */
export function openFiles(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((file) => isCounted(`${folder}/${file}`)).length;
}

function isCounted(link: string): boolean {
  try {
    return !/^(?:anon_inode:|pipe:)|\.sqlite(?:-wal|-shm)?$/.test(readlinkSync(link));
  } catch {
    // The file was closed in the meantime.
    return false;
  }
}
