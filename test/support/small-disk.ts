import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Whether this user may mount anything here. */
export const CAN_MOUNT = process.getuid?.() === 0 && !spawnSync('unshare', ['--mount', 'true']).error;

const MiB = 1_048_576;

/** A disk of its own for a folder, in memory, that can be filled up. */
export class SmallDisk {
  private constructor(private readonly folder: string) {}

  static mount(folder: string, mebibytes: number): SmallDisk {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=711`, 'tmpfs', folder]);
    return new SmallDisk(folder);
  }

  /** To the last block. */
  fill(): void {
    const file = openSync(this.ballast, 'w');
    const piece = Buffer.alloc(MiB);
    try {
      while (statfsSync(this.folder).bavail > 0) writeSync(file, piece);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(file);
    }
  }

  makeRoom(): void {
    rmSync(this.ballast);
  }

  unmount(): void {
    execFileSync('umount', ['--lazy', this.folder]);
  }

  private get ballast(): string {
    return join(this.folder, 'ballast');
  }
}
