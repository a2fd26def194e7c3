import SiteReading from './site-reading';

const SITE = 'https://docs.example/sitemap.xml';
const reading = new SiteReading();
const sitemap = (text: string) => reading.sitemap(Buffer.from(text), SITE);
const urlset = (inner: string): string =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${inner}</urlset>`;
const page = (url: string, changed: string | null = null) => ({ url: `https://docs.example${url}`, changed });

describe('a sitemap', () => {
  it.each([
    [
      'pages',
      urlset(
        '<url><loc> https://docs.example/a#x </loc><lastmod>2026-01-01</lastmod></url><url><loc>https://docs.example/b?c=1&amp;d=2</loc></url>',
      ),
      [page('/a', '2026-01-01'), page('/b?c=1&d=2')],
    ],
    ['each page once', urlset('<url><loc>https://docs.example/a</loc></url>'.repeat(3)), [page('/a')]],
    [
      'no pages of others',
      urlset(
        '<url><loc>https://elsewhere.example/</loc></url><url><loc>https://docs.example.evil/</loc></url><url><loc>/relative</loc></url><url><loc>ftp://docs.example/</loc></url>',
      ),
      [],
    ],
    [
      'with www. or without',
      urlset('<url><loc>https://www.docs.example/a</loc></url>'),
      [{ url: 'https://www.docs.example/a', changed: null }],
    ],
    [
      'no pictures',
      urlset(
        '<url><loc>https://docs.example/a</loc><image:image xmlns:image="x"><image:loc>https://docs.example/a.png</image:loc></image:image></url>',
      ),
      [page('/a')],
    ],
    [
      'under a prefix',
      '<s:urlset xmlns:s="x"><s:url><s:loc>https://docs.example/a</s:loc></s:url></s:urlset>',
      [page('/a')],
    ],
    ['character data', urlset('<url><loc><![CDATA[https://docs.example/a]]></loc></url>'), [page('/a')]],
    ['lines of text', 'https://docs.example/a\r\nhttps://docs.example/b\n', [page('/a'), page('/b')]],
  ])('gives %s', (_what, text, pages) => {
    expect(sitemap(text)).toEqual({ pages, sitemaps: [] });
  });

  it('names further files', () => {
    const index =
      '<sitemapindex><sitemap><loc>https://docs.example/1.xml.gz</loc></sitemap><sitemap><loc>http://10.0.0.1/</loc></sitemap></sitemapindex>';
    expect(sitemap(index)).toEqual({ pages: [], sitemaps: ['https://docs.example/1.xml.gz'] });
  });

  it.each([
    ['<rss><channel/></rss>', 'The address returns XML that is not a sitemap.'],
    ['<urlset><url>', 'The sitemap is not well-formed XML.'],
    ['Not found', 'The address returns no sitemap: neither XML nor a list of addresses.'],
    ['', 'The address returns no sitemap: neither XML nor a list of addresses.'],
    [
      `<!DOCTYPE x [<!ENTITY a "https://docs.example/a"><!ENTITY b SYSTEM "file:///etc/passwd">]>${urlset('<url><loc>&a;&b;</loc></url>').slice(21)}`,
      'The sitemap is not well-formed XML.',
    ],
    ['<html><body>x</body></html>', null],
    ['\n<!-- a --><!doctype html><p>x', null],
    ['<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" ""><html/>', null],
    ['<title>x</title>', null],
  ])('is not %j', (text, problem) => {
    expect(sitemap(text)).toBe(problem);
  });

  it('takes no longer for comments before it', () => {
    const before = process.cpuUsage();
    expect(sitemap(`${'<!---->'.repeat(26)}<urlset></urlset>`)).toEqual({ pages: [], sitemaps: [] });
    // In microseconds of processor time: less than a thousand, and a million once each comment doubles it.
    expect(process.cpuUsage(before).user).toBeLessThan(200_000);
  });

  it('of any length gives no more than 50,000 pages', () => {
    const many = Array.from({ length: 60_000 }, (_, n) => `<url><loc>https://docs.example/${n}</loc></url>`).join('');
    const read = sitemap(urlset(many));
    expect(typeof read === 'string' ? read : read?.pages.length).toBeLessThan(52_000);
  });
});

it('robots.txt names sitemaps, of which those of the site count', () => {
  const robots =
    'SITEMAP: https://docs.example/a.xml\nsitemap: https://www.docs.example/b.xml\nSitemap: https://evil.example/c.xml\nSitemap: /d.xml';
  const named = reading.sitemapsOf(robots, 'https://docs.example/robots.txt');
  expect(named).toEqual(['https://docs.example/a.xml', 'https://www.docs.example/b.xml']);
});

it('robots.txt allows what it does not forbid, to us', () => {
  const robots = 'User-agent: *\nDisallow: /all\n\nUser-agent: parley\nDisallow: /us\nAllow: /us/but';
  const addresses = ['/all', '/us', '/us/but/this', '/'].map((path) => `https://docs.example${path}`);
  expect(reading.allowed(robots, 'https://docs.example/robots.txt', addresses)).toEqual([
    'https://docs.example/all',
    'https://docs.example/us/but/this',
    'https://docs.example/',
  ]);
});
