import { turns } from '../scale/requests';
import { createAgent } from '../chat-turn/suite';
import type { Bench } from '../support/bench';
import { startService } from '../support/servers';

/** High enough that no call of a run is refused. */
const NEVER = '1000000';
const REDIS_URL = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379/12';
const PREFERENCES = '/api/v1/account/preferences';
const LIMITS = {
  LIMIT_LIST_PER_USER: NEVER,
  LIMIT_TURN_PER_USER: NEVER,
  LIMIT_TURN_PER_CALLER: NEVER,
  LIMIT_TURN_PER_WORKSPACE: NEVER,
};

/** The cost of counting: rate limits in Redis, in PostgreSQL, and none at all. */
export async function limits(bench: Bench): Promise<void> {
  const { conditions, tenant } = bench;
  const agentPath = await createAgent(bench);
  const settings = { RUN_WORKER: 'no' };
  const counting = { ...settings, ...LIMITS };
  const [none, postgres, redis] = await Promise.all([
    startService(conditions, { settings }),
    startService(conditions, { settings: counting }),
    startService(conditions, { settings: { ...counting, REDIS_URL } }),
  ]);
  // All of one account, so that all calls are counted in one row, or one key.
  const headers = { authorization: `Bearer ${tenant.credential}` };
  const loads = {
    'one limit, preferences': [{ method: 'GET' as const, path: PREFERENCES, headers }],
    'two limits, chat turns': turns(tenant, agentPath),
  };
  try {
    for (const [url, counted] of [
      [none.url, false],
      [postgres.url, true],
      [redis.url, true],
    ] as const) {
      const response = await fetch(url + PREFERENCES, { headers });
      // Checks that the limit is counted, since an uncounted limit would cost nothing.
      if (response.headers.has('ratelimit-remaining') !== counted) throw new Error(`${url} counts: ${!counted}`);
    }
    for (const [title, requests] of Object.entries(loads)) {
      await bench.compare(`Limits: ${title}`, {
        subjects: [{ name: 'counted in Redis', url: redis.url, requests }],
        references: [
          { name: 'counted in PostgreSQL', url: postgres.url, requests },
          { name: 'no limits', url: none.url, requests },
        ],
      });
    }
  } finally {
    await Promise.all([none.stop(), postgres.stop(), redis.stop()]);
  }
}
