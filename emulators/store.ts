import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * A named map of JSON values in insertion order. A changed object must be `set` again, or the change is lost at a restart.
 */
export type Collection<T> = {
  get(id: string): T | undefined;
  set(id: string, value: T): void;
  delete(id: string): void;
  values(): T[];
  clear(): void;
};

/** All state of the emulators. Collections are found by name, prefixed with the emulator's. */
export type Store = {
  collection<T>(name: string): Collection<T>;
  /** Empties every collection. */
  clear(): void;
  close(): void;
};

/**
 * Opens the store.
 * @param directory where `emulators.sqlite` is stored; undefined: in memory only.
 */
export function openStore(directory?: string): Store {
  const disk = directory === undefined ? undefined : openDisk(directory);
  const maps = new Map<string, Map<string, unknown>>();

  function load(name: string): Map<string, unknown> {
    const known = maps.get(name);
    if (known !== undefined) return known;
    const map = new Map<string, unknown>(disk?.load(name));
    maps.set(name, map);
    return map;
  }

  return {
    collection<T>(name: string): Collection<T> {
      const map = load(name) as Map<string, T>;
      return {
        get: (id) => map.get(id),
        set(id, value) {
          // First on the disk: what cannot be stored there was never known.
          disk?.write(name, id, value);
          map.set(id, value);
        },
        delete(id) {
          disk?.remove(name, id);
          map.delete(id);
        },
        values: () => [...map.values()],
        clear() {
          map.clear();
          disk?.clear(name);
        },
      };
    },
    clear() {
      for (const map of maps.values()) map.clear();
      disk?.clear();
    },
    close: () => disk?.close(),
  };
}

/**
 * Writes changes to one SQLite table, those of one step of the event loop together and before the next one, so that a killed process
 * loses nothing it has acknowledged, and leaves no half of a change: a balance transaction without its charge.
 */
function openDisk(directory: string) {
  mkdirSync(directory, { recursive: true });
  const database = new DatabaseSync(join(directory, 'emulators.sqlite'));
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = OFF;
    CREATE TABLE IF NOT EXISTS items (
      position INTEGER PRIMARY KEY AUTOINCREMENT, collection TEXT NOT NULL, id TEXT NOT NULL,
      value TEXT NOT NULL, UNIQUE (collection, id)
    );`);
  const upsert = database.prepare(
    'INSERT INTO items (collection, id, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  );
  const remove = database.prepare('DELETE FROM items WHERE collection = ? AND id = ?');
  const select = database.prepare('SELECT id, value FROM items WHERE collection = ? ORDER BY position');
  const clearOne = database.prepare('DELETE FROM items WHERE collection = ?');
  let isWriting = false;
  function commit(): void {
    if (!isWriting) return;
    isWriting = false;
    database.exec('COMMIT');
  }
  function begin(): void {
    if (isWriting) return;
    isWriting = true;
    database.exec('BEGIN');
    queueMicrotask(commit);
  }
  return {
    load: (name: string): [string, unknown][] =>
      select.all(name).map((row) => [String(row.id), JSON.parse(String(row.value))]),
    write(name: string, id: string, value: unknown): void {
      begin();
      upsert.run(name, id, JSON.stringify(value));
    },
    remove(name: string, id: string): void {
      begin();
      remove.run(name, id);
    },
    clear(name?: string): void {
      begin();
      if (name === undefined) database.exec('DELETE FROM items');
      else clearOne.run(name);
    },
    close(): void {
      commit();
      database.close();
    },
  };
}
