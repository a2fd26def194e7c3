import type { Request } from 'autocannon';
import { basic } from '../support/api';
import { withClient } from '../support/database';
import { startPeer } from '../support/servers';
import type { Bench } from '../support/bench';
import type { Key } from '../support/tenant';
import { OIDC_SCHEMA } from './oidc-adapter';

/**
 * Exchanges a key for a token: the service, oidc-provider on the same database, and a minimal server written by hand.
 */
export async function tokenExchange(bench: Bench): Promise<void> {
  const { conditions, tenant } = bench;
  await createClients(conditions.databaseUrl, tenant.keys);
  const oidc = await startPeer('bench/token-exchange/oidc.server.ts', conditions);
  const oidcPrepared = await startPeer('bench/token-exchange/oidc.server.ts', conditions, { PREPARED: 'yes' });
  const bare = await startPeer('bench/token-exchange/bare.server.ts', conditions);
  try {
    const parley = { name: 'Parley', url: bench.service.url, requests: exchanges('/api/v1/oauth/token', tenant.keys) };
    await bench.compare('Token exchange', {
      subjects: [parley],
      references: [
        { name: 'oidc-provider', url: oidc.url, requests: exchanges('/token', tenant.keys), goal: 1.2 },
        {
          name: 'oidc-provider, prepared statements',
          url: oidcPrepared.url,
          requests: exchanges('/token', tenant.keys),
        },
        { name: 'Express + pg, one statement', url: bare.url, requests: parley.requests },
      ],
    });
  } finally {
    await Promise.all([oidc.stop(), oidcPrepared.stop(), bare.stop()]);
  }
}

function exchanges(path: string, keys: readonly Key[]): Request[] {
  return keys.map((key) => ({
    method: 'POST',
    path,
    headers: { authorization: basic(key), 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  }));
}

/** The same keys as clients of oidc-provider, with the same ceiling. */
async function createClients(databaseUrl: string, keys: readonly Key[]): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(OIDC_SCHEMA);
    for (const { id, secret } of keys) {
      const payload = {
        client_id: id,
        client_secret: secret,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        token_endpoint_auth_method: 'client_secret_basic',
        scope: 'agents:read chat:write',
      };
      await client.query(`INSERT INTO oidc_records (id, model, payload) VALUES ($1, 'Client', $2)`, [id, payload]);
    }
  });
}
