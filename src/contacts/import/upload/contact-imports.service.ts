import { Injectable } from '@nestjs/common';
import type { Member, WorkspaceScope } from '../../../common/auth/principal';
import { NotFound, ValidationFailed } from '../../../common/errors/domain-error';
import { BackgroundRunner } from '../../../common/jobs/background-runner';
import type { ContactImportDto, ContactImportRefusalsDto, ListContactImportRefusalsQuery } from './contact-import.dto';
import type { ImportFormat, ImportKey } from '../contact-import.types';
import { CONTACT_IMPORTING } from '../worker/contact-importing';
import { TooManyImports } from '../contact-imports.errors';
import { ContactImportsRepository } from './contact-imports.repository';
import { gathered } from './gathered';
import { UploadScan } from './upload-scan';

/** How much of a file is kept in one row of the database, in bytes. */
const CHUNK_BYTES = 524_288;

/** Imports of contacts: the upload of a file, and what has become of it. The work itself is `ContactImporting`'s. */
@Injectable()
export class ContactImportsService {
  constructor(
    private readonly imports: ContactImportsRepository,
    private readonly runner: BackgroundRunner,
  ) {}

  /**
   * Keeps a file, and has it imported. Each chunk is a transaction of its own, so that no upload holds a connection; of
   * one that is refused or left nothing stays.
   *
   * @throws TooManyImports 429, ValidationFailed where the file as a whole is not in order, and what reading `bytes` throws
   */
  async start(member: Member, format: ImportFormat, bytes: AsyncIterable<Buffer>): Promise<ContactImportDto> {
    const scan = new UploadScan(format);
    let key: ImportKey | null = null;
    try {
      for await (const chunk of gathered(bytes, CHUNK_BYTES)) {
        const startAt = scan.sizeBytes;
        scan.take(chunk);
        key ??= await this.begin(member, { format, columns: scan.columns });
        await this.imports.append(key, startAt, chunk);
      }
      scan.end();
      if (!key) throw new ValidationFailed([{ path: '', code: 'required', message: 'the file is empty' }]);
    } catch (error) {
      if (key) await this.imports.discard(key);
      throw error;
    }
    const { sizeBytes, rowsTotal, rowsAt } = scan;
    await this.imports.enqueue(key, { sizeBytes, rowsTotal, rowsAt, lastRow: format === 'csv' ? 1 : 0 });
    this.runner.wake(CONTACT_IMPORTING);
    return this.get(member, key.id);
  }

  private async begin(member: Member, file: { format: ImportFormat; columns: readonly string[] }): Promise<ImportKey> {
    const key = await this.imports.begin(member, file);
    if (!key) throw new TooManyImports();
    return key;
  }

  async get({ workspaceId }: WorkspaceScope, importId: string): Promise<ContactImportDto> {
    const record = await this.imports.record(workspaceId, importId);
    if (!record) throw new NotFound();
    return record;
  }

  async refusals(
    { workspaceId }: WorkspaceScope,
    importId: string,
    { limit = 100, cursor }: ListContactImportRefusalsQuery,
  ): Promise<ContactImportRefusalsDto> {
    const found = await this.imports.refusals(workspaceId, importId, Number(cursor ?? 0), limit + 1);
    const refusals = found.slice(0, limit);
    return { refusals, nextCursor: found.length > limit ? String(refusals.at(-1)?.row) : null };
  }
}
