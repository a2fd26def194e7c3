import { setTimeout as pause } from 'node:timers/promises';
import { randomOf } from '../../bench/support/random';
import { SourceDesk } from '../factories/source-fixtures';
import { SpawnedService } from '../support/spawned-service';
import { WebServer } from '../support/web-server';
import { campaignOf } from './campaign';

const KILLS = Number(process.env['KILLS'] ?? campaignOf(50));
const SEED = Number(process.env['SEED'] ?? 20_260_115);
const PAGES = 40;

describe(`a sitemap whose process is killed while it is fetched and indexed (SEED=${SEED}, KILLS=${KILLS})`, () => {
  const random = randomOf(SEED);
  let desk: SourceDesk;
  let site: WebServer;
  let service: SpawnedService | undefined;

  beforeAll(async () => {
    site = await WebServer.start();
    desk = await SourceDesk.start();
  });
  afterAll(async () => {
    await service?.stop('SIGKILL');
    await desk.parley.stop();
    await site.stop();
  });

  const publish = (edition: number): void => {
    const paths = Array.from({ length: PAGES }, (_, n) => `/page-${n}`);
    for (const [n, path] of paths.entries()) {
      site.pages.set(path, {
        body: `<main><p>Zebra${n} of edition${edition}. ${'Grass grows. '.repeat(50)}</p></main>`,
      });
    }
    const entries = paths.map((path) => `<url><loc>${site.url}${path}</loc></url>`);
    site.pages.set('/sitemap.xml', { body: `<urlset>${entries.join('')}</urlset>` });
  };
  /** Ends the leases of a dead process, instead of waiting for them. */
  const expireLeases = () =>
    desk.parley.database.query(`UPDATE knowledge_sources SET lease_ends_at = '-infinity' WHERE lease_ends_at > now()`);
  const pagesOf = (id: string, of: string) =>
    desk.parley.database.query(`SELECT ${of} FROM knowledge_sources WHERE parent_id = $1 AND status <> 'deleting'`, [
      id,
    ]);

  it(
    'loses no page, and has none twice',
    async () => {
      publish(0);
      const { id } = await desk.added('sitemap', `${site.url}/sitemap.xml`);
      let interrupted = 0;
      for (let kill = 1; kill <= KILLS; kill += 1) {
        publish(kill);
        await desk.call('POST', `/${id}/refresh`);
        const settings = { DATABASE_URL: desk.parley.databaseUrl, FETCH_ALLOWED_HOSTS: '127.0.0.1' };
        service = await SpawnedService.start(settings);
        const requestCount = site.requests.length;
        const until = requestCount + 1 + Math.floor(random() * PAGES);
        while (site.requests.length < until && (await desk.read(id)).status !== 'ready') await pause(2);
        await service.stop('SIGKILL');
        const [left] = await pagesOf(id, `count(*) FILTER (WHERE status NOT IN ('ready', 'failed'))::int AS n`);
        if (left.n > 0 || (await desk.read(id)).status !== 'ready') interrupted += 1;
        // What the last good index says is found all the while.
        expect((await desk.found('zebra7')).length).toBe(1);
        await expireLeases();
        await desk.drain();
        const source = await desk.read(id);
        expect([source.status, source.chunkCount]).toEqual(['ready', PAGES]);
        const pages = await pagesOf(id, 'url, status, chunk_count');
        expect([pages.length, new Set(pages.map(({ url }: { url: string }) => url)).size]).toEqual([PAGES, PAGES]);
        const sql = `SELECT count(*)::int AS n, count(*) FILTER (WHERE body LIKE $2)::int AS current FROM knowledge_chunks
        WHERE agent_id = $1`;
        const [chunks] = await desk.parley.database.query(sql, [desk.agent.id, `%edition${kill}.%`]);
        expect(chunks).toEqual({ n: PAGES, current: PAGES });
      }
      console.log(
        `sitemap: ${KILLS} kills, ${interrupted} in the middle of the work, ${site.requests.length} requests`,
      );
      expect(interrupted).toBeGreaterThan(0);
    },
    KILLS * 60_000,
  );
});
