import { chatOf, openChat, Visitor, write } from './browser';
import type { Stage } from './stage';

/** What turns into script somewhere: in elements, in attributes, in addresses, in JSON, in CSS, in templates. */
const CORPUS = [
  '<script>hit()</script>',
  '</script><script>hit()</script>',
  '<img src=x onerror=hit()>',
  '<svg/onload=hit()>',
  '"><img src=x onerror=hit()>',
  `'"--></title></style></textarea></noscript></script><img src=x onerror=hit()>`,
  '<iframe srcdoc="<script>parent.hit()</script>"></iframe>',
  '<details open ontoggle=hit()>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=hit()&gt;">',
  '<a href="javascript:hit()">x</a>',
  '[x](javascript:hit())',
  '![x](x"onerror="hit())',
  '<!--<img src="--><img src=x onerror=hit()//">',
  '&lt;img src=x onerror=hit()&gt;',
  '\u003cimg src=x onerror=hit()\u003e',
  '{{constructor.constructor("hit()")()}}${hit()}',
  '\u2028hit()\u2029//',
  '</noscript><img src=x onerror=hit()>',
  '<style>@import "javascript:hit()";*{background:url(javascript:hit())}</style>',
  '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=javascript:hit()">',
  '<form action="javascript:hit()"><button autofocus>x</button></form>',
  '\u0000<scr\u0000ipt>hit()</scr\u0000ipt>',
];
const ADDRESSES = [
  'javascript:hit()',
  'JaVaScRiPt:hit()',
  ' javascript:hit()',
  'java\nscript:hit()',
  'data:text/html,<script>hit()</script>',
  'vbscript:hit()',
  'https://x.example/"onmouseover="hit()',
  '//evil.example/',
];

/** No field of a page runs any content, and no policy is needed to stop it. */
export function markup(stage: () => Stage): void {
  const whole = CORPUS.join('\n');

  /** Everything is shown, in the page that `hit()` would tell. */
  async function watched() {
    const visitor = await Visitor.arrive(stage().browser);
    const hits: string[] = [];
    await visitor.context.exposeFunction('hit', () => hits.push('hit'));
    visitor.context.on('dialog', (dialog) => {
      hits.push('dialog');
      void dialog.dismiss();
    });
    return { visitor, hits };
  }

  it(`${CORPUS.length} texts in every field of an agent, on the page and in the frame, with and without script`, async () => {
    const pieces = CORPUS.map((text) => text.replaceAll('\u0000', ''));
    const fit = (most: number): string => pieces.filter((text) => text.length <= most)[pieces.length % 3]!;
    const agentId = await stage().agent({
      supportEmail: 'help@shop.example',
      website: 'https://x.example/?"><img/src=x/onerror=hit()>',
      voiceConfig: { enabled: true, consentCopy: pieces.join(' ').slice(0, 500) },
      widgetConfig: {
        displayName: `<img src=x onerror=hit()>`,
        greeting: pieces.join(' ').slice(0, 500),
        messagePlaceholder: fit(100),
        suggestedPrompts: pieces.filter((text) => text.length <= 120).slice(0, 4),
        promptGroups: [{ title: fit(80), prompts: pieces.filter((text) => text.length <= 80).slice(4, 8) }],
        labels: {
          sendButton: '"><svg/onload=hit()>',
          openButton: '"><svg/onload=hit()>',
          poweredBy: '<svg/onload=hit()>',
        },
        privacyPolicyUrl: 'https://x.example/?"><img/src=x/onerror=hit()>',
        showSupportEmail: true,
        dictationEnabled: true,
        socialLinks: [{ label: '"><svg/onload=hit()>', url: 'https://x.example/?"><img/src=x/onerror=hit()>' }],
      },
    });
    stage().begin();
    const { visitor, hits } = await watched();
    const page = await visitor.context.newPage();
    await page.goto(`${stage().address}/c/${agentId}?lang=en&q=${encodeURIComponent(whole)}`);
    await page.locator('textarea').waitFor();
    expect(await page.locator('textarea').inputValue()).toBe(whole.slice(0, 4_000));
    await page.locator('.menu > button').click();
    await page.keyboard.press('Escape');
    await page.locator('.tool').last().click();
    stage().shop.agentId = agentId;
    const shop = await visitor.visit(`${stage().shop.address}/strict`);
    await openChat(shop);
    await (await chatOf(shop)).locator('.start .bubble').waitFor();
    const plain = await stage().browser.newContext({ javaScriptEnabled: false });
    const still = await plain.newPage();
    await still.goto(`${stage().address}/c/${agentId}?lang=en`);
    expect(await still.locator('img, svg, script:not([id=parley]):not([src^="/assets/"])').count()).toBe(0);
    await plain.close();
    for (const place of [page, await chatOf(shop)]) {
      expect(await place.locator('img, iframe, form[action], base, style, meta[http-equiv]').count()).toBe(0);
    }
    await visitor.leave();
    expect([hits, visitor.problems]).toEqual([[], []]);
  });

  it(`${CORPUS.length} texts and ${ADDRESSES.length} addresses in messages of all authors, and in sources`, async () => {
    stage().begin();
    const { service, shop } = stage();
    const { visitor, hits } = await watched();
    const page = await visitor.visit(`${shop.address}/strict`);
    const chat = await openChat(page);
    await write(chat, whole);
    await chat.locator('.sources').waitFor();
    for (const [index, text] of CORPUS.entries()) {
      const href = ADDRESSES[index % ADDRESSES.length]!;
      const link = { type: 'a', href, children: [text] };
      const unknown = { type: index % 2 ? 'script' : 'img', src: 'x', onerror: 'hit()', children: [text] };
      const blocks = [
        { type: 'p', children: [text, link] },
        { type: 'pre', children: [{ type: 'code', children: [text] }] },
        unknown,
      ];
      const citations = [{ index: 1, title: text, url: href, quote: text }];
      service.say({ from: index % 2 ? 'person' : 'agent', authorName: text, content: text, blocks, citations });
    }
    service.handOver(CORPUS[2]!);
    await chat
      .locator('.messages > .row')
      .nth(CORPUS.length + 1)
      .waitFor();
    // The person who wrote last is the one who answers.
    const answering = CORPUS.findLast((_, index) => index % 2 === 1)!;
    await chat.locator('.about', { hasText: answering }).waitFor();
    const links = await chat.locator('.log a').all();
    const targets = await Promise.all(links.map((link) => link.getAttribute('href')));
    expect(targets.filter((target) => !/^https:\/\/(x|shop)\.example\//.test(target!))).toEqual([]);
    expect(await chat.locator('.log :is(img, script, iframe, form, style, base)').count()).toBe(0);
    await visitor.leave();
    expect([hits, visitor.problems]).toEqual([[], []]);
  });
}
