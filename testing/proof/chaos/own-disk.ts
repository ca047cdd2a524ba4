import { execFileSync, spawnSync } from 'node:child_process';
import { statfsSync } from 'node:fs';

/** A disk of a folder's own, which can be full. */
export type OwnDisk = {
  /** Nothing more can be written, but in place of what is there; `false` makes room again. */
  full: (isFull: boolean) => void;
  unmount: () => void;
};

/** What a run of hours writes, in MiB. The disk takes only as much memory as files fill. */
const SIZE_MIB = 8192;

/** Mounts a disk in memory at an empty folder. Undefined where this system does not let us: it takes root on Linux. */
export function mountDisk(folder: string): OwnDisk | undefined {
  const mount = (...args: string[]) => spawnSync('mount', [...args, folder], { stdio: 'ignore' }).status === 0;
  if (!mount('-t', 'tmpfs', '-o', `size=${SIZE_MIB}m,mode=0755`, 'tmpfs')) return undefined;
  const resize = (bytes: number) => mount('-o', `remount,size=${bytes}`);
  return {
    full: (isFull) => {
      const used = () => {
        const { blocks, bfree, bsize } = statfsSync(folder);
        return (blocks - bfree) * bsize;
      };
      // Refused if something was written meanwhile.
      while (!resize(isFull ? used() : SIZE_MIB * 2 ** 20));
    },
    // What still has a file open there ends by itself.
    unmount: () => void execFileSync('umount', ['--lazy', folder]),
  };
}
