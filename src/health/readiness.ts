import { Injectable } from '@nestjs/common';
import { renewConnections } from '../common/database/outdated-connections';
import { SidePool } from '../common/database/side-pool';
import { DomainError } from '../common/errors/domain-error';
import { FeatureCatalog } from '../common/feature/feature-catalog';

interface Schema {
  /** Name of the migration that ran last. */
  newest: string;
  /** Migrations of this build that have not run, at most the newest one of each feature. */
  missing: string[];
  takesWrites: boolean;
}

/** Whether this process should get requests: its database answers and takes writes, has the schema of this build, and no end is near. */
@Injectable()
export class Readiness {
  private draining = false;
  /** The look at the database that is under way. */
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

  /** From now on not ready, so that load balancers look elsewhere while requests under way are finished. */
  drain(): void {
    this.draining = true;
  }

  /** @throws DomainError not_ready, with what is wrong as its detail */
  async check(): Promise<void> {
    if (this.draining) throw notReady('draining', 'the process is ending');
    const schema = await this.look();
    if (!schema.takesWrites) {
      // Even where no request writes: the primary may be found by a new connection.
      renewConnections();
      throw notReady('read_only', 'the database takes no writes');
    }
    if (schema.missing.length > 0) {
      throw notReady(
        'schema_version',
        `the schema is at ${schema.newest}, and ${schema.missing.join(', ')} is missing`,
      );
    }
  }

  /** However many ask, one look at a time: this is open to everybody, and the side pool has two connections. */
  private look(): Promise<Schema> {
    this.looking ??= this.schema().finally(() => (this.looking = undefined));
    return this.looking;
  }

  /** A schema with more than this build knows serves it as well: during an upgrade the new version migrates first. */
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
      throw notReady('database', 'the database does not answer', cause);
    }
  }
}

function notReady(code: string, message: string, cause?: unknown): DomainError {
  return new DomainError('not_ready', 'The service is not ready.', { details: [{ code, message }], cause });
}
