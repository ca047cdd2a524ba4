/**
 * Read before the script of every process that `launch` starts: until the process has its own way to end with its parent,
 * it ends at once. Without it, one whose parent died while it was still loading would serve on, with nobody to stop it.
 */
if (process.connected === false) process.exit(1);
process.on('disconnect', () => {
  // Our own listener, which stays, is one of them.
  if (process.listenerCount('disconnect') === 1) process.exit(1);
});
