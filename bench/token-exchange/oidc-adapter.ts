import type { Pool } from 'pg';

/** One row for each record of oidc-provider: the shape that its documentation suggests for document stores. */
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

/**
 * oidc-provider's storage on PostgreSQL. A client is read from the database on every request, as Parley reads its keys:
 * nothing is remembered that a revocation would have to find. Client credentials use nothing but these two methods.
 */
export function adapterOn(pool: Pool) {
  return class Adapter {
    constructor(private readonly model: string) {}

    async find(id: string): Promise<object | undefined> {
      const { rows } = await pool.query<{ payload: object }>({
        name: 'oidc_find',
        text: FIND,
        values: [this.model, id],
      });
      return rows[0]?.payload;
    }

    async upsert(id: string, payload: object, expiresIn: number): Promise<void> {
      const values = [id, this.model, payload, expiresIn];
      await pool.query({ name: 'oidc_upsert', text: UPSERT, values });
    }
  };
}
