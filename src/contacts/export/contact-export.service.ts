import { Injectable } from '@nestjs/common';
import type { Member } from '../../common/auth/principal';
import type { ContactDto } from '../contact.dto';
import { folded } from '../search-text';
import type { ExportContactsQuery } from './contact-export.dto';
import { ContactExportRepository, type ExportPage } from './contact-export.repository';
import { CSV_HEADER, csvRecord } from './csv-writer';

/** Writes what a member sees of the directory, page by page: no transaction and no memory grows with it. */
@Injectable()
export class ContactExportService {
  constructor(private readonly contacts: ContactExportRepository) {}

  /**
   * The file in pieces. Each page is of its own moment: a contact that is there all along is in the file once, one that
   * is made meanwhile is not. The first page is read before this resolves, so that a failure can still be told.
   */
  async file(member: Member, { format = 'csv', search }: ExportContactsQuery): Promise<AsyncIterable<string>> {
    const until = await this.contacts.newest(member.workspaceId);
    const pages = this.pages(member, search ? folded(search) : null, until);
    const first = await pages.next();
    return format === 'csv' ? csv(first, pages) : ndjson(first, pages);
  }

  private async *pages(member: Member, search: string | null, until: string): AsyncGenerator<ExportPage, void> {
    for (let after = '0'; ;) {
      const page = await this.contacts.page(member, search, { after, until });
      if (!page) return;
      yield page;
      after = page.last;
    }
  }
}

type Pages = AsyncGenerator<ExportPage, void>;

async function* csv(first: IteratorResult<ExportPage, void>, pages: Pages): AsyncGenerator<string> {
  yield CSV_HEADER;
  for (let page = first; !page.done; page = await pages.next()) {
    yield page.value.records.map((record) => csvRecord(JSON.parse(record) as ContactDto)).join('');
  }
}

async function* ndjson(first: IteratorResult<ExportPage, void>, pages: Pages): AsyncGenerator<string> {
  for (let page = first; !page.done; page = await pages.next()) {
    yield page.value.records.map((record) => `${record}\n`).join('');
  }
}
