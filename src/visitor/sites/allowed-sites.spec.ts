import { frameAncestors, isAllowedSite } from './allowed-sites';

const SITES = [
  'shop.example',
  '*.brand.example',
  'dev.example:8443',
  'xn--bcher-kva.example',
  'localhost',
  '*.local.example:81',
  'my_shop.example',
];

const LET_IN = [
  'https://shop.example',
  'https://a.brand.example',
  'https://a.b.brand.example',
  'https://a-b.brand.example',
  'https://1.brand.example',
  'https://brand.example.brand.example',
  'https://xn--80ak6aa92e.brand.example',
  'https://dev.example:8443',
  'https://xn--bcher-kva.example',
  'https://localhost',
  'http://localhost',
  'http://localhost:1',
  'http://localhost:3000',
  'https://localhost:8443',
  'http://localhost:65535',
  'https://a.local.example:81',
  'https://my_shop.example',
  'https://a_b.brand.example',
  'https://_a.brand.example',
];

/** Hosts that look like one that is let in, schemes that are none of the web, and what no browser writes as an origin. */
const KEPT_OUT = [
  ...['http://shop.example', 'http://a.brand.example', 'http://dev.example:8443', 'http://xn--bcher-kva.example'],
  ...['https://shop.example:443', 'https://shop.example:8443', 'https://shop.example:80', 'https://shop.example:444'],
  ...['https://www.shop.example', 'https://xshop.example', 'https://x-shop.example', 'https://shop.example.evil'],
  ...['https://shop.examplex', 'https://shop.example.', 'https://shop-example', 'https://shopexample', 'https://shop'],
  ...[
    'https://brand.example',
    'https://xbrand.example',
    'https://.brand.example',
    'https://brand.example.evil.example',
  ],
  ...[
    'https://a.brand.example.evil.example',
    'https://a.brand.examplex',
    'https://a.brand.example:8443',
    'https://a.brand.example.',
  ],
  ...[
    'https://dev.example',
    'https://dev.example:443',
    'https://dev.example:84430',
    'https://dev.example:844',
    'https://a.dev.example:8443',
  ],
  ...['https://bücher.example', 'https://BÜCHER.example', 'https://bucher.example', 'https://xn--bcher-kvb.example'],
  ...[
    'https://localhost.evil.example',
    'https://localhost.example',
    'http://xlocalhost',
    'http://a.localhost',
    'http://127.0.0.1',
    'http://[::1]',
  ],
  ...['https://myshop.example', 'https://my-shop.example', 'https://my_shop.example.evil'],
  ...['https://a.local.example', 'https://local.example:81', 'http://a.local.example:81', 'https://a.local.example:82'],
  ...[
    '',
    ' ',
    'null',
    'undefined',
    '*',
    'https://',
    'https://*',
    'https://*.brand.example',
    'shop.example',
    '//shop.example',
  ],
  ...[
    'https:shop.example',
    'https:/shop.example',
    'https:///shop.example',
    'https:\\\\shop.example',
    'HTTPS://shop.example',
    'https://SHOP.example',
  ],
  ...[
    'https://shop.example/',
    'https://shop.example/path',
    'https://shop.example?x',
    'https://shop.example#x',
    'https://shop.example\\@evil.example',
  ],
  ...[
    'https://user@shop.example',
    'https://user:pass@shop.example',
    'https://shop.example@evil.example',
    'https://evil.example@shop.example',
  ],
  ...[
    ' https://shop.example',
    'https://shop.example ',
    'https://shop.example\n',
    'https://shop.example\0',
    'https://sh op.example',
    'https://shop%2eexample',
  ],
  ...[
    'ftp://shop.example',
    'ws://shop.example',
    'wss://shop.example',
    'file://shop.example',
    'javascript://shop.example',
    'data:text/html,shop.example',
  ],
  ...[
    'blob:https://shop.example',
    'chrome-extension://shop.example',
    'capacitor://localhost',
    'https://shop.example, https://evil.example',
    'https://shop。example',
  ],
  ...[
    'https://evil.example',
    'https://example',
    'https://0x7f.1',
    'https://shop.example:0',
    'https://shop.example:99999',
    'https://ѕhop.example',
  ],
];

describe('isAllowedSite', () => {
  it(`knows ${LET_IN.length + KEPT_OUT.length} spellings apart`, () => {
    expect(LET_IN.length + KEPT_OUT.length).toBeGreaterThanOrEqual(100);
    expect(LET_IN.filter((origin) => !isAllowedSite(SITES, origin, false))).toEqual([]);
    expect(KEPT_OUT.filter((origin) => isAllowedSite(SITES, origin, false))).toEqual([]);
  });

  it('lets every site in where none is named', () => {
    expect(
      ['https://evil.example', 'http://evil.example', 'null'].every((origin) => isAllowedSite([], origin, false)),
    ).toBe(true);
  });

  it('needs no encryption on the machine of a developer', () => {
    expect(isAllowedSite(SITES, 'http://shop.example', true)).toBe(true);
    expect(isAllowedSite(['shop.example:80'], 'http://shop.example', true)).toBe(true);
    expect(isAllowedSite(['shop.example:443'], 'https://shop.example', true)).toBe(true);
  });
});

describe('frameAncestors', () => {
  it('says the same to browsers', () => {
    expect(frameAncestors([], false)).toBe('*');
    expect(frameAncestors(['shop.example', '*.brand.example', 'dev.example:8443', 'localhost'], false)).toBe(
      'https://shop.example https://*.brand.example https://dev.example:8443 https://localhost:* http://localhost:*',
    );
    expect(frameAncestors(['shop.example'], true)).toBe('https://shop.example http://shop.example');
  });
});
