import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** Debounce, in milliseconds: editors write a file in several steps. */
const DEBOUNCE_MS = 40;

/** Folders without sources. */
const SKIPPED = /^(node_modules|generated|\..*)$/;
/** Tests are part of no process, and editors leave temporary files. */
const IGNORED = /\.test\.tsx?$|~$|^\.|\.(swp|swx|tmp)$/;

/**
 * Watches folders recursively, and single files, until `stop` is called. One watcher for each folder: a watcher of a file misses
 * that editors replace the file.
 * @param root what the paths are relative to
 * @param paths of folders and files
 * @param onChange called with the changed paths, relative to the root, after the debounce
 */
export function watchPaths(
  root: string,
  paths: readonly string[],
  onChange: (changed: string[]) => void,
): { stop: () => void } {
  const watchers = new Map<string, FSWatcher>();
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const note = (file: string) => {
    changed.add(relative(root, file));
    clearTimeout(timer);
    timer = setTimeout(() => {
      const settled = [...changed];
      changed.clear();
      onChange(settled);
    }, DEBOUNCE_MS);
  };
  const watchFolder = (folder: string, only?: Set<string>) => {
    if (watchers.has(folder)) return;
    const watcher = watch(folder, (_, name) => {
      if (name === null || (only && !only.has(name)) || IGNORED.test(name)) return;
      const file = join(folder, name);
      if (only || !isFolder(file)) return note(file);
      // A new folder may contain files already.
      watchTree(file);
      note(file);
    });
    // The folder was removed.
    watcher.on('error', () => forget(folder));
    watchers.set(folder, watcher);
  };
  const forget = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const watchTree = (folder: string) => {
    watchFolder(folder);
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory() && !SKIPPED.test(entry.name)) watchTree(join(folder, entry.name));
  };

  const files = new Map<string, Set<string>>();
  for (const path of paths.map((each) => resolve(root, each))) {
    if (isFolder(path)) watchTree(path);
    else files.set(dirname(path), (files.get(dirname(path)) ?? new Set()).add(relative(dirname(path), path)));
  }
  for (const [folder, names] of files) watchFolder(folder, names);
  return {
    stop: () => {
      clearTimeout(timer);
      for (const folder of [...watchers.keys()]) forget(folder);
    },
  };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
