import { makeDataDir, removeDataDir } from '../support/database';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../support/bench';
import { startPeer, startService } from '../support/servers';
import { createTenant } from '../support/tenant';
import { visitedAgent } from './agent';

/** Pages that are rendered for each visitor, and the same bytes from a bare Express. */
export async function pages(bench: Bench): Promise<void> {
  const databaseUrl = await bench.createDatabase();
  const conditions = { ...bench.conditions, databaseUrl };
  const service = await startService(conditions, { settings: { LIMIT_VISITOR_AGENT_PER_ADDRESS: '0' } });
  const folder = makeDataDir();
  try {
    const agentId = await visitedAgent(service.url, await createTenant(databaseUrl));
    const page = await (await fetch(`${service.url}/c/${agentId}`)).text();
    writeFileSync(join(folder, 'page.html'), page);
    const bare = await startPeer('bench/visitor/bare.server.ts', conditions, { PAGE: join(folder, 'page.html') });
    try {
      const get = (path: string) => [{ method: 'GET' as const, path }];
      await bench.compare(`Pages of visitors, ${page.length} bytes`, {
        subjects: [
          { name: 'Parley, chat page', url: service.url, requests: get(`/c/${agentId}`) },
          { name: 'Parley, frame of the widget', url: service.url, requests: get(`/widget/${agentId}`) },
          { name: 'Parley, loader', url: service.url, requests: get('/widget.js') },
        ],
        references: [{ name: 'Express, the page as it is', url: bare.url, requests: get('/page') }],
      });
    } finally {
      await bare.stop();
    }
  } finally {
    await service.stop();
    removeDataDir(folder);
  }
}
