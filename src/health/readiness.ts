import { Injectable } from '@nestjs/common';
import { renewConnections } from '../common/database/outdated-connections';
import { SidePool } from '../common/database/side-pool';
import { DomainError, type DomainErrorOptions } from '../common/errors/domain-error';
import { FeatureCatalog } from '../common/feature/feature-catalog';

interface Schema {
  /** Name of the latest migration that ran. */
  newest: string;
  /** Migrations of this build that have not run: at most the newest one of each feature. */
  missing: string[];
  takesWrites: boolean;
}

/**
 * Whether this process should receive requests: it is not shutting down, its database answers and accepts writes, and
 * the
 * database has the schema of this build.
 */
@Injectable()
export class Readiness {
  private draining = false;
  /** The database check in progress. */
  private looking?: Promise<Schema>;

  private readonly needed: readonly string[];

  constructor(
    private readonly pool: SidePool,
    features: FeatureCatalog,
  ) {
    this.needed = [...features.newest.values()];
  }

  get isDraining(): boolean {
    return this.draining;
  }

  /** The process stays not ready from now on, so that load balancers go elsewhere while it finishes its requests. */
  drain(): void {
    this.draining = true;
  }

  /** @throws DomainError not_ready, with the reason in its details */
  async check(): Promise<void> {
    if (this.draining) throw notReady('draining', 'the process is shutting down', { intended: true });
    const schema = await this.look();
    if (!schema.takesWrites) {
      // Without a request that writes, only this check notices. A new connection may find the new primary.
      renewConnections();
      throw notReady('read_only', 'the database does not accept writes');
    }
    if (schema.missing.length > 0) {
      throw notReady(
        'schema_version',
        `the schema is at ${schema.newest}, and ${schema.missing.join(', ')} is missing`,
      );
    }
  }

  /**
   * Runs one check at a time, however many callers wait: the endpoint is public, and the side pool has two connections.
   */
  private look(): Promise<Schema> {
    this.looking ??= this.schema().finally(() => (this.looking = undefined));
    return this.looking;
  }

  /** A schema with more migrations than this build has is fine: during an upgrade, the new version migrates first. */
  private async schema(): Promise<Schema> {
    try {
      const [row] = await this.pool.query<Schema>(
        `SELECT name AS newest,
           ARRAY(SELECT needed FROM unnest($1::text[]) needed EXCEPT SELECT m.name::text FROM migrations m) AS missing,
           NOT current_setting('transaction_read_only')::boolean AS "takesWrites"
         FROM migrations ORDER BY id DESC LIMIT 1`,
        [this.needed],
      );
      return row ?? { newest: 'nothing', missing: [...this.needed], takesWrites: true };
    } catch (cause) {
      throw notReady('database', 'the database does not answer', { cause });
    }
  }
}

function notReady(code: string, message: string, options: Pick<DomainErrorOptions, 'cause' | 'intended'> = {}) {
  return new DomainError('not_ready', 'The service is not ready.', { details: [{ code, message }], ...options });
}
