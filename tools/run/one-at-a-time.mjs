// Two commands in one folder, of two terminals say, must not install or build at the same time: two `npm ci` break node_modules.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

const LOOK_EVERY_MS = 200;

/**
 * Runs a step while this process owns the lock file, which holds its id. Calls `onWait` with a sentence if it has to wait for another
 * owner. The file of a process that was killed is removed. Two waiting processes that remove it at the same moment may both go on: rare,
 * and no worse than no lock.
 */
export async function oneAtATime(file, step, onWait) {
  for (let isFirst = true; !lock(file); isFirst = false) {
    const owner = ownerOf(file);
    // In a container that is started again, a killed process had the id of this one.
    if (owner === process.pid || (owner > 0 && !isRunning(owner))) {
      rmSync(file, { force: true });
      continue;
    }
    if (isFirst) {
      const name = owner > 0 ? `process ${owner}` : 'another command';
      onWait(`Waiting for ${name}, which installs or builds here. If it has ended, delete ${file}.`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  const unlock = () => remove(file);
  // A refusal ends the process in the midst of the step.
  process.once('exit', unlock);
  try {
    return await step();
  } finally {
    process.removeListener('exit', unlock);
    unlock();
  }
}

function lock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    // A folder that cannot be written: a step with nothing to do succeeds there, and another one says what it could not write.
    remove(file);
    return true;
  }
}

function remove(file) {
  try {
    rmSync(file, { force: true });
  } catch (_notWritten) {
    // As above.
  }
}

/** 0 while the file is being written, or when it has just been removed. */
function ownerOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch (_removed) {
    return 0;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, and belongs to somebody else.
    return error.code === 'EPERM';
  }
}
