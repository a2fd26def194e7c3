import express, { type Express } from 'express';
import { Pool } from 'pg';

/** The minimum of a peer: Express as recommended for production, and a pool of the same size as the service's. */
export function peer(): { app: Express; pool: Pool; listen: () => void } {
  const pool = new Pool({
    connectionString: process.env['DATABASE_URL'],
    max: Number(process.env['DATABASE_POOL_SIZE']),
  });
  const app = express();
  app.set('etag', false);
  app.disable('x-powered-by');
  app.get('/ready', (_request, response) => {
    response.json({ ready: true });
  });
  return { app, pool, listen: () => listen(app) };
}

/** Listens on PORT. Exits cleanly on SIGTERM, so that a profile is written. */
export function listen(app: { listen: (port: number, host: string) => unknown }): void {
  app.listen(Number(process.env['PORT']), '127.0.0.1');
  process.once('SIGTERM', () => process.exit(0));
}
