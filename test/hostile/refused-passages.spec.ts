import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { aSource } from '../factories/source';
import type { Reply } from '../support/call';
import { EmbeddingServer } from '../support/embedding-server';
import { type Parley, startParley } from '../support/parley';
import { WebServer } from '../support/web-server';

/** In no word of the article that means the same. */
const QUESTION = 'My login got lost';

const server = new EmbeddingServer();
let site: WebServer;
let parley: Parley;
let desk: HelpDesk;

beforeAll(async () => {
  site = await WebServer.start();
  parley = await startParley({
    settings: {
      EMBEDDING_BASE_URL: await server.start(),
      EMBEDDING_MODEL: 'meanings',
      FETCH_ALLOWED_HOSTS: '127.0.0.1',
    },
  });
  server.meanings = [/password|login/i];
  server.misbehave = (request, response) => {
    const isRefused = request.body.input.some((text) => /poison/i.test(text));
    response.writeHead(isRefused ? 400 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isRefused ? {} : server.reply(request)));
  };
});
afterAll(async () => {
  await parley.stop();
  await site.stop();
  server.stop();
});
beforeEach(async () => {
  desk = await aHelpDesk(parley);
});

async function found(query: string): Promise<string[]> {
  const path = `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}/knowledge/search`;
  const { body } = await parley.call('POST', path, { token: desk.admin.secret, body: { query } });
  return (body.results as { title: string }[]).map(({ title }) => title);
}

describe('passages that the embeddings server refuses', () => {
  it('keep no other from being found by meaning', async () => {
    await aSource(parley, desk.agent, desk.admin, { type: 'text', name: 'Poison', content: 'Poison is kept apart.' });
    await parley.drain();
    expect((await found(QUESTION))[0]).toBe('Passwords');
    expect((await found('How is poison kept?'))[0]).toBe('Poison');
  });

  it('of a page count for its sitemap as well, as long as the page says that', async () => {
    const path = `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}/sources`;
    const ask = (method: string, below: string): Promise<Reply> =>
      parley.call(method, `${path}/${below}`, { token: desk.admin.secret });
    const publish = (words: string): void => {
      site.pages.set('/safe', { body: `<main><h1>Safe</h1><p>Water is everywhere.</p></main>` });
      site.pages.set('/store', { body: `<main><h1>Store</h1><p>${words} is kept apart.</p></main>` });
    };
    const urls = ['/safe', '/store'].map((page) => `<url><loc>${site.url}${page}</loc></url>`);
    site.pages.set('/sitemap.xml', { body: `<urlset>${urls.join('')}</urlset>` });
    publish('Poison');
    const sitemap = { type: 'sitemap', name: 'Site', url: `${site.url}/sitemap.xml` };
    const { id } = await aSource(parley, desk.agent, desk.admin, sitemap);
    for (const refused of [1, 0, 1]) {
      publish(refused === 1 ? 'Poison' : 'Honey');
      await ask('POST', `${id}/refresh`);
      await parley.drain();
      expect((await ask('GET', id)).body).toMatchObject({ status: 'ready', chunkCount: 2, refusedChunkCount: refused });
      const pages = (await ask('GET', `${id}/pages`)).body.sources as { refusedChunkCount: number }[];
      expect(pages.map(({ refusedChunkCount }) => refusedChunkCount).sort()).toEqual([0, refused]);
    }
  });
});
