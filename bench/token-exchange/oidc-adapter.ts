import type { Pool } from 'pg';

/** One row for each record of oidc-provider, in the shape that its documentation suggests for document stores. */
export const OIDC_SCHEMA = `
  CREATE TABLE oidc_records (
    id text NOT NULL,
    model text NOT NULL,
    payload jsonb NOT NULL,
    expires_at timestamptz,
    PRIMARY KEY (model, id)
  )`;

const UPSERT = `
  INSERT INTO oidc_records (id, model, payload, expires_at)
  VALUES ($1, $2, $3, now() + make_interval(secs => $4))
  ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`;

const FIND = `
  SELECT payload FROM oidc_records WHERE model = $1 AND id = $2 AND (expires_at IS NULL OR expires_at > now())`;

/** Sends a statement as text, as adapters usually do, or by name. */
type Send = (name: string, text: string, values: unknown[]) => Promise<{ rows: { payload: object }[] }>;

/**
 * oidc-provider's storage on PostgreSQL. Reads the client from the database on every request, as Parley reads its keys,
 * so that revocations take effect immediately. Client credentials use only these two methods.
 */
export function adapterOn(pool: Pool, prepared: boolean) {
  const send: Send = (name, text, values) => pool.query(prepared ? { name, text, values } : { text, values });
  return class Adapter {
    constructor(private readonly model: string) {}

    async find(id: string): Promise<object | undefined> {
      const { rows } = await send('find', FIND, [this.model, id]);
      return rows[0]?.payload;
    }

    async upsert(id: string, payload: object, expiresIn: number): Promise<void> {
      await send('upsert', UPSERT, [id, this.model, payload, expiresIn]);
    }
  };
}
