import { Injectable } from '@nestjs/common';
import { SCHEMA_VERSION } from '../common/database/migrate';
import { SidePool } from '../common/database/side-pool';
import { DomainError } from '../common/errors/domain-error';

/** Whether this process should get requests: its database answers, has the schema of this build, and no end is near. */
@Injectable()
export class Readiness {
  private draining = false;
  /** The look at the database that is under way. */
  private looking?: Promise<string>;

  constructor(private readonly pool: SidePool) {}

  /** From now on not ready, so that load balancers look elsewhere while requests under way are finished. */
  drain(): void {
    this.draining = true;
  }

  /** @throws DomainError not_ready, with what is wrong as its detail */
  async check(): Promise<void> {
    if (this.draining) throw notReady('draining', 'the process is ending');
    const newest = await this.look();
    if (newest !== SCHEMA_VERSION)
      throw notReady('schema_version', `the schema is at ${newest}, not ${SCHEMA_VERSION}`);
  }

  /** However many ask, one look at a time: this is open to everybody, and the side pool has two connections. */
  private look(): Promise<string> {
    this.looking ??= this.newestMigration().finally(() => (this.looking = undefined));
    return this.looking;
  }

  private async newestMigration(): Promise<string> {
    try {
      const [row] = await this.pool.query<{ name: string }>('SELECT name FROM migrations ORDER BY id DESC LIMIT 1', []);
      return row?.name ?? 'nothing';
    } catch (cause) {
      throw notReady('database', 'the database does not answer', cause);
    }
  }
}

function notReady(code: string, message: string, cause?: unknown): DomainError {
  return new DomainError('not_ready', 'The service is not ready.', { details: [{ code, message }], cause });
}
