import { Injectable } from '@nestjs/common';
import { BackgroundRunner, type BackgroundTask } from '../common/jobs/background-runner';
import { AgentsRepository } from './agents.repository';

/** Removes agents whose 30 days are over, one at a time, and with each everything that refers to it. */
@Injectable()
export class AgentPurge implements BackgroundTask {
  readonly name = 'agent-purge';
  readonly takesItsTime = true;
  readonly idleMs = 60_000;

  constructor(
    private readonly agents: AgentsRepository,
    runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  async runOnce(signal: AbortSignal): Promise<boolean> {
    return (await this.agents.existsDue()) && this.agents.deleteOneDue(signal);
  }
}
