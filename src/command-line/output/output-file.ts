import { randomUUID } from 'node:crypto';
import { createWriteStream, rmSync, type WriteStream } from 'node:fs';
import { open, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve as resolvePath } from 'node:path';
import { unwritable } from '../errors';

/** In sentences; not by its name, for which somebody may have typed something else. */
const CALLED = 'The file of --output';

const drafts = new Set<string>();

/** For ends that nobody can wait for, such as Ctrl-C. */
export function dropDrafts(): void {
  for (const draft of drafts) rmSync(draft, { force: true });
}

/**
 * A file that an answer goes into: opened before anything is sent, so that no answer is lost to a folder that is not there,
 * and in its place when it is whole. Only its owner can read it. What is no file, such as a pipe, is written to as it is.
 */
export class OutputFile {
  private constructor(
    private readonly target: string,
    /** Null where the target is written to as it is. */
    private readonly draft: string | null,
    readonly stream: WriteStream,
  ) {
    if (draft !== null) drafts.add(draft);
  }

  /** @throws UsageError */
  static async open(name: string): Promise<OutputFile> {
    try {
      const target = await realpath(name).catch(() => linkedTo(name));
      const present = await stat(target).catch(() => null);
      if (present?.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
      const draft = present && !present.isFile() ? null : `${target}.${randomUUID()}.part`;
      const handle = await open(draft ?? target, draft === null ? 'w' : 'wx', 0o600);
      const stream = createWriteStream(draft ?? target, { fd: handle });
      // Whoever writes is told.
      stream.on('error', () => {});
      return new OutputFile(target, draft, stream);
    } catch (error) {
      throw unwritable(CALLED, error);
    }
  }

  /** @throws UsageError */
  async keep(): Promise<void> {
    try {
      await new Promise<void>((resolve, reject) => {
        if (this.stream.errored) return reject(this.stream.errored);
        this.stream.once('error', reject);
        this.stream.end((error?: Error | null) => (error ? reject(error) : resolve()));
      });
      if (this.draft !== null) await rename(this.draft, this.target);
    } catch (error) {
      await this.discard();
      throw unwritable(CALLED, error);
    }
    drafts.delete(this.draft ?? '');
  }

  async discard(): Promise<void> {
    this.stream.destroy();
    if (this.draft !== null) await rm(this.draft, { force: true });
    drafts.delete(this.draft ?? '');
  }
}

/** Where a link leads that has nothing at its end yet. */
async function linkedTo(name: string): Promise<string> {
  return readlink(name).then(
    (link) => resolvePath(dirname(name), link),
    () => name,
  );
}
