/**
 * Preloaded in every process that `launch` starts: exits when the parent disconnects, until the process has a handler of its
 * own. Otherwise a process whose parent dies during loading would run on unsupervised.
 */
if (process.connected === false) process.exit(1);
process.on('disconnect', () => {
  // This listener counts as one.
  if (process.listenerCount('disconnect') === 1) process.exit(1);
});
