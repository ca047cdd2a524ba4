import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** Editors write a file in several steps: what follows a change this soon belongs to it, in milliseconds. */
const SETTLE_MS = 40;

/** Folders that hold nothing anybody edits. */
const SKIPPED = /^(node_modules|generated|\..*)$/;
/** A test is part of nothing that runs, and neither is what an editor keeps beside a file. */
const IGNORED = /\.test\.tsx?$|~$|^\.|\.(swp|swx|tmp)$/;

/**
 * Watches folders with all below them, and single files, until `stop` is called. One watcher a folder: it sees a file that is
 * replaced by another, as editors do, which a watcher of that file would not.
 * @param root what the paths are relative to
 * @param paths of folders and files
 * @param onChange told what changed, once it has settled
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
    }, SETTLE_MS);
  };
  const look = (folder: string, only?: Set<string>) => {
    if (watchers.has(folder)) return;
    const watcher = watch(folder, (_, name) => {
      if (name === null || (only && !only.has(name)) || IGNORED.test(name)) return;
      const file = join(folder, name);
      if (only || !isFolder(file)) return note(file);
      // A new folder may hold files already.
      lookBelow(file);
      note(file);
    });
    // A folder that is removed takes its watcher along.
    watcher.on('error', () => forget(folder));
    watchers.set(folder, watcher);
  };
  const forget = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const lookBelow = (folder: string) => {
    look(folder);
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory() && !SKIPPED.test(entry.name)) lookBelow(join(folder, entry.name));
  };

  const files = new Map<string, Set<string>>();
  for (const path of paths.map((each) => resolve(root, each))) {
    if (isFolder(path)) lookBelow(path);
    else files.set(dirname(path), (files.get(dirname(path)) ?? new Set()).add(relative(dirname(path), path)));
  }
  for (const [folder, names] of files) look(folder, names);
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
