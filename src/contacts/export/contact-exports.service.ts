import { Injectable } from '@nestjs/common';
import { CooperativeYield } from '../../common/jobs/cooperative-yield';
import type { Member } from '../../common/request/principal';
import type { ContactDto } from '../contact.dto';
import { folded } from '../search-text';
import type { ExportContactsQuery } from './contact-export.dto';
import { ContactExportsRepository, type ExportPage } from './contact-exports.repository';
import { CSV_HEADER, contactRecord } from './csv-writer';

/**
 * Size of a page, in characters. A contact can have 40,000 characters, so a page has fewer than a thousand of the
 * largest.
 */
const PAGE_CHARACTERS = 1_000_000;
const FIRST_PAGE = 100;
const MOST_CONTACTS = 1_000;
/** How long contacts are written before other requests get their turn, in milliseconds. */
const SLICE_MS = 2;

/** An export: the text in pieces, its media type, and its file name. */
interface ContactFile {
  text: AsyncIterable<string>;
  mediaType: string;
  fileName: string;
}

/**
 * Writes the contacts that a member sees, page by page, so that no transaction and no memory grows with their number.
 */
@Injectable()
export class ContactExportsService {
  constructor(private readonly contacts: ContactExportsRepository) {}

  /**
   * Returns the file in pieces. Each page reflects its own moment: a contact that exists throughout the export appears
   * exactly once, and one created during the export does not appear. The first page is read before this resolves, so
   * that a failure can still be reported with an error status.
   */
  async file(member: Member, { format, search }: ExportContactsQuery): Promise<ContactFile> {
    // Bounds the export, even if contacts are created all the time.
    const until = (await this.contacts.findNewestSeq(member.workspaceId)) ?? '0';
    const pages = this.pages(member, search ? folded(search) : null, until);
    const first = await pages.next();
    return format === 'ndjson'
      ? { text: ndjson(first, pages), mediaType: 'application/x-ndjson', fileName: 'contacts.ndjson' }
      : { text: csv(first, pages), mediaType: 'text/csv', fileName: 'contacts.csv' };
  }

  private async *pages(member: Member, search: string | null, until: string): AsyncGenerator<ExportPage, void> {
    let most = FIRST_PAGE;
    for (let after = '0'; ;) {
      const page = await this.contacts.page(member, search, { after, until, most });
      if (!page) return;
      yield page;
      after = page.last;
      most = nextSize(page);
    }
  }
}

type Pages = AsyncGenerator<ExportPage, void>;

/** The number of similar contacts that make a page of the wanted size. */
function nextSize({ contacts }: ExportPage): number {
  const each = contacts.reduce((sum, contact) => sum + contact.length, 0) / contacts.length;
  return Math.max(1, Math.min(MOST_CONTACTS, Math.round(PAGE_CHARACTERS / each)));
}

async function* csv(first: IteratorResult<ExportPage, void>, pages: Pages): AsyncGenerator<string> {
  yield CSV_HEADER;
  yield* inPieces(first, pages, (contact) => contactRecord(JSON.parse(contact) as ContactDto));
}

function ndjson(first: IteratorResult<ExportPage, void>, pages: Pages): AsyncGenerator<string> {
  return inPieces(first, pages, (contact) => `${contact}\n`);
}

async function* inPieces(
  first: IteratorResult<ExportPage, void>,
  pages: Pages,
  textOf: (contact: string) => string,
): AsyncGenerator<string> {
  const yielding = new CooperativeYield(SLICE_MS);
  for (let page = first; !page.done; page = await pages.next()) {
    let piece = '';
    for (const contact of page.value.contacts) {
      piece += textOf(contact);
      if (!yielding.isDue) continue;
      await yielding.now();
      yield piece;
      piece = '';
    }
    if (piece !== '') yield piece;
  }
}
