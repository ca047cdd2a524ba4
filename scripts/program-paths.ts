import { delimiter, join } from 'node:path';

/** Where a program of this name may be, in the order of the PATH of an environment; it need not exist. */
export function programPaths(name: string, { PATH = '' }: Readonly<Record<string, string | undefined>>): string[] {
  const folders = PATH.split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name));
}
