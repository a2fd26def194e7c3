import { Injectable } from '@nestjs/common';
import { BackgroundRunner } from '../common/jobs/background-runner';
import { DomainError } from '../common/errors/domain-error';

/** Whether a restart would help this process. Touches nothing: a database that is down is no reason for one. */
@Injectable()
export class Liveness {
  constructor(private readonly background: BackgroundRunner) {}

  get isLive(): boolean {
    return this.background.stuck.length === 0;
  }

  /** @throws DomainError not_ready, with the background work that hangs as its details */
  check(): void {
    const { stuck } = this.background;
    if (stuck.length === 0) return;
    const details = stuck.map((task) => ({ code: 'stuck', message: `background work “${task}” hangs` }));
    throw new DomainError('not_ready', 'The process hangs.', { details });
  }
}
