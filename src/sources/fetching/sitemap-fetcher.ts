import { Injectable } from '@nestjs/common';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Compute } from '../../common/compute/compute';
import { ComputeBoundExceeded } from '../../common/compute/compute.errors';
import { isOfSite } from '../../documents/html/page-address';
import { SourceFailure } from '../sources.errors';
import type { FailedSitemap } from '../source.types';
import { NEVER_FETCHED, PageFetcher } from './page-fetcher';
import { type FetchWork, Robots } from './robots';
import type { ListedPage, ReadSitemap } from './site-reading';
import { SITE_READING } from './site-reading.script';

/** Bytes of one file, unpacked. */
const LONGEST_FILE = 20 * 1024 * 1024;
const MOST_FILES = 50;
/** Of one sitemap; a site with more has parts, and their sitemaps can be sources of their own. */
const MOST_PAGES = 5_000;
const ACCEPT = 'application/xml, text/xml;q=0.9, text/plain;q=0.8, */*;q=0.1';

const unpacked = promisify(gunzip);

/** A page of a sitemap. `part`: the file that the sitemap names and that leads to the page; null: the sitemap itself. */
export interface PageToFetch extends ListedPage {
  part: string | null;
}

export interface ListedSite {
  pages: PageToFetch[];
  /** Files that could not be read; each with the part that it belongs to. */
  failed: (FailedSitemap & { part: string })[];
}

/** Reads sitemaps: files, packed or not, and the files that they name. */
@Injectable()
export class SitemapFetcher {
  constructor(
    private readonly pages: PageFetcher,
    private readonly robots: Robots,
    private readonly compute: Compute,
  ) {}

  /**
   * The pages of a sitemap that robots.txt allows, in its order. A file that it names and that cannot be read is left out.
   *
   * @throws SourceFailure where there is no page
   */
  async listed(address: string, work: FetchWork): Promise<ListedSite> {
    const { pages: listed, failed } = await this.read(address, work);
    if (listed.length === 0 && failed.length > 0) throw noneOf(failed);
    // A site that lists nothing has made a mistake more often than it has removed everything.
    if (listed.length === 0) throw new SourceFailure('empty', 'The sitemap lists no page of its site.');
    const allowed = await this.allowed(
      listed.map(({ url }) => url),
      work,
    );
    if (allowed.size > 0) return { pages: listed.filter(({ url }) => allowed.has(url)), failed };
    throw new SourceFailure('blocked_address', 'The robots.txt of the site allows none of the pages to be fetched.');
  }

  private async read(address: string, work: FetchWork): Promise<ListedSite> {
    const files: { url: string; part: string | null }[] = [{ url: address, part: null }];
    const known = new Set([address]);
    const found = new Map<string, PageToFetch>();
    const failed: ListedSite['failed'] = [];
    for (let at = 0; at < files.length; at += 1) {
      const { url, part } = files[at]!;
      try {
        const { pages, sitemaps } = await this.file(url, part, work);
        for (const page of pages) found.set(page.url, { ...page, part });
        for (const sitemap of sitemaps.filter((one) => !known.has(one))) {
          known.add(sitemap);
          files.push({ url: sitemap, part: part ?? sitemap });
        }
      } catch (error) {
        if (part === null || !(error instanceof SourceFailure)) throw error;
        failed.push({ url, class: error.failureClass, message: error.message, part });
      }
      if (files.length > MOST_FILES) throw tooMany(MOST_FILES, 'files');
      if (found.size > MOST_PAGES) throw tooMany(MOST_PAGES, 'pages');
    }
    return { pages: [...found.values()], failed };
  }

  private async file(address: string, part: string | null, work: FetchWork): Promise<ReadSitemap> {
    const options = { accept: ACCEPT, longest: LONGEST_FILE, ...work };
    const fetched = await this.pages.fetch(address, NEVER_FETCHED, options);
    if (!fetched) throw new SourceFailure('unreachable', 'The server answers 304.');
    const content = await plain(fetched.content);
    const read = await this.parsed(content, fetched.url, work);
    if (typeof read === 'string') throw new SourceFailure('parse_error', read);
    if (read !== null) return read;
    const site = part === null ? new URL(address) : null;
    if (site?.pathname === '/' && isOfSite(fetched.url, address)) {
      return { pages: [], sitemaps: await this.sitemapsOf(site, work) };
    }
    throw new SourceFailure('parse_error', 'The address returns a web page instead of a sitemap.');
  }

  /** People enter the address of a site, too: its robots.txt names its sitemaps, or else it has one at the usual place. */
  private async sitemapsOf({ origin }: URL, work: FetchWork): Promise<string[]> {
    const named = await this.robots.sitemaps(origin, work);
    return named.length > 0 ? named.slice(0, MOST_FILES - 1) : [`${origin}/sitemap.xml`];
  }

  private async parsed(content: Buffer, url: string, { workspaceId }: FetchWork): Promise<ReadSitemap | string | null> {
    try {
      return await this.compute.session(SITE_READING, (reading) => reading.sitemap(content, url), { workspaceId });
    } catch (error) {
      if (!(error instanceof ComputeBoundExceeded)) throw error;
      throw new SourceFailure('too_large', 'Reading the sitemap took too long, or too much memory.');
    }
  }

  private async allowed(addresses: readonly string[], work: FetchWork): Promise<ReadonlySet<string>> {
    const origins = new Map<string, string[]>();
    for (const address of addresses) {
      const { origin } = new URL(address);
      const same = origins.get(origin);
      if (same) same.push(address);
      else origins.set(origin, [address]);
    }
    const allowed = new Set<string>();
    for (const [origin, some] of origins) {
      for (const address of await this.robots.allowed(origin, some, work)) allowed.add(address);
    }
    return allowed;
  }
}

/** Sitemaps are often kept packed (`sitemap.xml.gz`), and then sent as they are kept. */
async function plain(content: Buffer): Promise<Buffer> {
  if (content[0] !== 0x1f || content[1] !== 0x8b) return content;
  try {
    return await unpacked(content, { maxOutputLength: LONGEST_FILE });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? new SourceFailure('too_large', `The sitemap has more than ${LONGEST_FILE} bytes.`)
      : new SourceFailure('parse_error', 'The sitemap is packed in a way that cannot be read.');
  }
}

function noneOf([first]: ListedSite['failed']): SourceFailure {
  const { class: failureClass, url, message } = first!;
  return new SourceFailure(failureClass, `No sitemap could be read. ${url}: ${message}`);
}

function tooMany(most: number, what: string): SourceFailure {
  return new SourceFailure(
    'too_large',
    `The sitemap has more than ${most} ${what}. Use the sitemap of a part of the site.`,
  );
}
