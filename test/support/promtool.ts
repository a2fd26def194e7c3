import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Of Debian's package prometheus; suites that need it are skipped without. */
export const HAS_PROMTOOL = spawnSync('promtool', ['--version']).status === 0;

/** Runs promtool on a file of its own; what it says, and whether it is content. */
export function promtool(command: readonly string[], file: string): { output: string; ok: boolean } {
  const folder = mkdtempSync(join(tmpdir(), 'parley-promtool-'));
  try {
    const path = join(folder, 'file.yaml');
    writeFileSync(path, file);
    const { stdout, stderr, status } = spawnSync('promtool', [...command, path], { encoding: 'utf8' });
    return { output: stdout + stderr, ok: status === 0 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
