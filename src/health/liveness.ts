import { Injectable } from '@nestjs/common';
import { BackgroundRunner } from '../common/jobs/background-runner';
import { DomainError } from '../common/errors/domain-error';

/** Whether a restart would help this process. Does not touch the database: a restart does not bring one back. */
@Injectable()
export class Liveness {
  constructor(private readonly background: BackgroundRunner) {}

  get isLive(): boolean {
    return this.background.stuck.length === 0;
  }

  /** @throws DomainError not_ready, with the stuck background work in its details */
  check(): void {
    const { stuck } = this.background;
    if (stuck.length === 0) return;
    const details = stuck.map((task) => ({ code: 'stuck', message: `background work “${task}” is stuck` }));
    throw new DomainError('not_ready', 'The process is stuck.', { details });
  }
}
