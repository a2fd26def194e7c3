import robotsParser from 'robots-parser';
import { parser } from 'sax';
import { ROBOT } from '../../common/outbound/robot';
import { isOfSite, pageAddress } from '../../documents/html/page-address';
import { refreshAddress } from '../../documents/html/page-refresh';

/** Entries of a sitemap file (https://www.sitemaps.org/protocol.html). */
const MOST_ENTRIES = 50_000;
/** Characters that the parser is given at once. */
const PIECE = 65_536;
const PAGE = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype\s+html|html|head|title|meta|body)\b/i;

export interface ListedPage {
  url: string;
  /** When the site says that the page has changed, as it is written there. */
  changed: string | null;
}

export interface ReadSitemap {
  /** Of the site itself: a sitemap speaks for no other. */
  pages: ListedPage[];
  /** Further sitemap files. */
  sitemaps: string[];
}

/** Reads robots.txt, sitemaps, and where pages send their readers. Their authors decide how long that takes, so it runs apart. */
export default class SiteReading {
  /** Those of the addresses, all of the host that robots.txt is of, that we may fetch. */
  allowed(robotsTxt: string, robotsUrl: string, addresses: readonly string[]): string[] {
    const robots = robotsParser(robotsUrl, robotsTxt);
    return addresses.filter((address) => robots.isAllowed(address, ROBOT) !== false);
  }

  /** Where the page sends its readers; null where it stays, and of a page that cannot be read, which fails later. */
  refresh(page: Buffer, url: string): string | null {
    try {
      return refreshAddress(page, url);
    } catch {
      return null;
    }
  }

  /** The sitemaps that robots.txt names (https://www.sitemaps.org/protocol.html#submit_robots), as far as they are of the site. */
  sitemapsOf(robotsTxt: string, robotsUrl: string): string[] {
    const named = robotsParser(robotsUrl, robotsTxt).getSitemaps().slice(0, MOST_ENTRIES);
    return ofSite(
      named.map((url) => ({ url, changed: null })),
      robotsUrl,
    ).map(({ url }) => url);
  }

  /** @returns a sentence about what is wrong where it is no sitemap; null where it is a web page */
  sitemap(content: Buffer, url: string): ReadSitemap | string | null {
    const text = new TextDecoder().decode(content);
    const beginning = text.slice(0, 1_000);
    if (PAGE.test(beginning)) return null;
    if (/^\s*</.test(beginning)) return readXml(text, url);
    const lines = text.split(/\r?\n/, MOST_ENTRIES).map((line) => ({ url: line.trim(), changed: null }));
    const pages = ofSite(lines, url);
    return pages.length > 0
      ? { pages, sitemaps: [] }
      : 'The address returns no sitemap: neither XML nor a list of addresses.';
  }
}

function readXml(text: string, url: string): ReadSitemap | string {
  const reader = new SitemapXml();
  for (let at = 0; at < text.length && !reader.isFull; at += PIECE) {
    const problem = reader.write(text.slice(at, at + PIECE));
    if (problem !== null) return problem;
  }
  const problem = reader.end();
  if (problem !== null) return problem;
  const sitemaps = ofSite(reader.sitemaps, url).map((sitemap) => sitemap.url);
  return { pages: ofSite(reader.pages, url), sitemaps };
}

/** A `<urlset>` or a `<sitemapindex>`. No entity is resolved but the five of XML itself. */
class SitemapXml {
  readonly pages: ListedPage[] = [];
  readonly sitemaps: ListedPage[] = [];
  private readonly xml = parser(true, { xmlns: false, trim: true });
  private root: string | null = null;
  private failure: string | null = null;
  private entry: ListedPage = { url: '', changed: null };
  private field = '';
  private prefix = '';

  constructor() {
    this.xml.onerror = () => (this.failure ??= 'The sitemap is not well-formed XML.');
    this.xml.onopentag = ({ name }) => this.open(name);
    this.xml.onclosetag = (name) => this.close(this.own(name));
    this.xml.ontext = (text) => this.read(text);
    this.xml.oncdata = (text) => this.read(text);
  }

  get isFull(): boolean {
    return this.pages.length >= MOST_ENTRIES || this.sitemaps.length >= MOST_ENTRIES;
  }

  write(text: string): string | null {
    this.xml.write(text);
    return this.failure;
  }

  end(): string | null {
    if (!this.isFull) this.xml.close();
    if (this.failure !== null) return this.failure;
    return this.root === 'urlset' || this.root === 'sitemapindex'
      ? null
      : 'The address returns XML that is not a sitemap.';
  }

  private open(qualified: string): void {
    if (this.root === null) this.prefix = /^[^:]+:/.exec(qualified)?.[0] ?? '';
    const name = this.own(qualified);
    this.root ??= name;
    if (name === 'url' || name === 'sitemap') this.entry = { url: '', changed: null };
    this.field = name;
  }

  private close(name: string): void {
    this.field = '';
    if (this.entry.url === '') return;
    if (name === 'url') this.pages.push(this.entry);
    if (name === 'sitemap') this.sitemaps.push(this.entry);
  }

  /** The name of an element of the sitemap itself: an `image:loc` is no `loc`. */
  private own(qualified: string): string {
    const name = qualified.startsWith(this.prefix) ? qualified.slice(this.prefix.length) : '';
    return name.includes(':') ? '' : name;
  }

  private read(text: string): void {
    if (this.field === 'loc') this.entry.url = text;
    if (this.field === 'lastmod') this.entry.changed = text.slice(0, 64);
  }
}

function ofSite(entries: readonly ListedPage[], site: string): ListedPage[] {
  const found = new Map<string, ListedPage>();
  for (const { url, changed } of entries) {
    const address = pageAddress(url);
    if (address !== null && isOfSite(address, site) && !found.has(address))
      found.set(address, { url: address, changed });
  }
  return [...found.values()];
}
