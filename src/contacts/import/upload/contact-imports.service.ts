import { Injectable } from '@nestjs/common';
import { Audit } from '../../../common/audit/audit';
import type { Page } from '../../../common/database/page';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { BackgroundRunner } from '../../../common/jobs/background-runner';
import type { Member, WorkspaceScope } from '../../../common/request/principal';
import { Settings } from '../../../config/load-settings';
import type { ContactImportRefusal } from '../contact-import-refusal.entity';
import { type ContactImport, UPLOAD_LEASE } from '../contact-import.entity';
import type { ImportFormat, ImportKey } from '../contact-import.types';
import { FileTooLarge, StorageFull, TooManyBytes, TooManyImports } from '../contact-imports.errors';
import { CONTACT_IMPORTING } from '../worker/contact-importing';
import type { ListContactImportRefusalsQuery } from './contact-import.dto';
import { ContactImportsRepository, type StoredBytes } from './contact-imports.repository';
import { gathered, PIECE_BYTES } from '../../../common/http/gathered';
import { FileEmpty, UploadInterrupted } from '../../../common/http/upload.errors';
import { WorkspacesService } from '../../../workspaces/workspaces.service';
import type { GivenMapping } from '../rows/column-mapping';
import { inUtf8 } from './file-in-utf8';
import { UploadScan } from './upload-scan';

/** Imports of contacts: uploads, progress and results. `ContactImporting` does the work. */
@Injectable()
export class ContactImportsService {
  private readonly most: StoredBytes;

  constructor(
    private readonly imports: ContactImportsRepository,
    private readonly work: UnitOfWork,
    private readonly workspaces: WorkspacesService,
    private readonly runner: BackgroundRunner,
    private readonly audit: Audit,
    { values }: Settings,
  ) {
    this.most = { own: values.IMPORT_BYTES_PER_WORKSPACE, all: values.IMPORT_BYTES_TOTAL };
  }

  /**
   * Stores a file and starts its import. The upload claims a place before it reads any bytes. It gives the place back
   * if the file is refused, the upload is aborted, or the lease expires. Each chunk has its own transaction, so that an
   * upload does not hold a connection, and counts as soon as it arrives. Refused and aborted uploads leave nothing
   * behind.
   *
   * @throws TooManyImports, TooManyBytes 429, StorageFull, UploadInterrupted 503, FileTooLarge, TooManyRows 413,
   * ValidationFailed 400 if the file as a whole is invalid, and the errors of reading `bytes`
   */
  async start(
    member: Member,
    format: ImportFormat,
    bytes: AsyncIterable<Buffer>,
    mapping: GivenMapping,
  ): Promise<ContactImport> {
    const key = await this.takePlace(member, format);
    try {
      await UPLOAD_LEASE.whileHolding(
        () => this.imports.renewUpload(key),
        () => this.receive(key, new UploadScan(format, mapping), inUtf8(format, bytes)),
      );
    } catch (error) {
      await this.imports.deleteUpload(key);
      throw error;
    }
    this.runner.wake(CONTACT_IMPORTING);
    return this.get(member, key.id);
  }

  /** @throws TooManyImports 429 */
  private async takePlace(member: Member, format: ImportFormat): Promise<ImportKey> {
    const key = await this.work.run(async () => {
      await this.imports.lockPlaces(member.workspaceId);
      return this.imports.claimUpload(member, format);
    });
    if (!key) throw new TooManyImports();
    return key;
  }

  private async receive(key: ImportKey, scan: UploadScan, bytes: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of gathered(bytes, PIECE_BYTES)) {
      const startAt = scan.sizeBytes;
      scan.take(chunk);
      await this.storeChunk(key, startAt, chunk);
    }
    scan.end();
    const { sizeBytes, columns, separator, rowsTotal, rowsAt, headerRow } = scan;
    if (sizeBytes === 0) throw new FileEmpty();
    const { defaultCountry } = await this.workspaces.get(key.workspaceId);
    const file = { sizeBytes, columns, separator, defaultCountry, rowsTotal, rowsAt, lastRow: headerRow };
    await this.work.run(async () => {
      if (!(await this.imports.finishUpload(key, file))) throw new UploadInterrupted();
      await this.audit.write({ subjectId: key.id });
    });
  }

  private async storeChunk(key: ImportKey, startAt: number, chunk: Buffer): Promise<void> {
    const { isStored, isLost, own } = await this.imports.appendChunk(key, startAt, chunk, this.most);
    if (isStored) return;
    if (isLost) throw new UploadInterrupted();
    const largest = Math.min(this.most.own, this.most.all);
    if (startAt + chunk.length > largest) throw new FileTooLarge(largest);
    throw own + chunk.length > this.most.own ? new TooManyBytes() : new StorageFull();
  }

  get({ workspaceId }: WorkspaceScope, importId: string): Promise<ContactImport> {
    return this.imports.require(workspaceId, importId);
  }

  pageRefusals(
    { workspaceId }: WorkspaceScope,
    importId: string,
    query: ListContactImportRefusalsQuery,
  ): Promise<Page<ContactImportRefusal>> {
    return this.imports.pageRefusals(workspaceId, importId, query);
  }
}
