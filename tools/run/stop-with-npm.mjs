/**
 * npm hands a SIGTERM to the shell it runs a script in, and not every shell hands it on: it just ends, and this process would go
 * on without anyone knowing. So the end of the shell counts as the signal.
 */
export function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200).unref();
}
