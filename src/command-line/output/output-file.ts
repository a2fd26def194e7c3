import { randomUUID } from 'node:crypto';
import { createWriteStream, rmSync, type WriteStream } from 'node:fs';
import { open, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve as resolvePath } from 'node:path';
import { unwritable } from '../errors';

/** A description of the file for sentences. Not its name, because a user may have typed a secret in its place. */
const CALLED = 'The file of --output';

const drafts = new Set<string>();

/** For exits that cannot wait, such as Ctrl-C. */
export function dropDrafts(): void {
  for (const draft of drafts) rmSync(draft, { force: true });
}

/**
 * A file for an answer. It is opened before any request, so that no answer is lost to a missing folder, and moved to
 * its place once it is complete. Only its owner can read it. A target that is not a file, such as a pipe, is written
 * directly.
 */
export class OutputFile {
  private constructor(
    private readonly target: string,
    /** Null if the target is written directly. */
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
      // The writer reports the error.
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

/** The target of a link that does not exist yet. */
async function linkedTo(name: string): Promise<string> {
  return readlink(name).then(
    (link) => resolvePath(dirname(name), link),
    () => name,
  );
}
