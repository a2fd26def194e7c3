import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { generateKeyPairSync } from 'node:crypto';
import Provider from 'oidc-provider';
import { Pool } from 'pg';
import { listen } from '../support/peer';
import { adapterOn } from './oidc-adapter';

const pool = new Pool({
  connectionString: process.env['DATABASE_URL'],
  max: Number(process.env['DATABASE_POOL_SIZE']),
});
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** oidc-provider at its leanest: client credentials, opaque tokens, all optional features off, no signatures. */
const provider = new Provider('http://localhost:3000', {
  adapter: adapterOn(pool, process.env['PREPARED'] === 'yes'),
  scopes: ['agents:read', 'chat:write'],
  clientAuthMethods: ['client_secret_basic'],
  ttl: { ClientCredentials: 3600 },
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
  cookies: { keys: ['bench'] },
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    resourceIndicators: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  },
});
const callback = provider.callback();

function answer(request: IncomingMessage, response: ServerResponse): void {
  if (request.url === '/ready') response.end();
  else callback(request, response);
}

listen(createServer(answer));
