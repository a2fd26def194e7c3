import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { OutsideApi } from '../common/registry/operation.route';
import { Readiness } from './readiness';

/** For the orchestrator: restart when not live, send no requests while not ready. */
@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** Touches nothing: a database that is down is no reason to restart this process. */
  @Get('live')
  @OutsideApi('asked by the orchestrator, which has no credential; tells nothing')
  live(): { status: 'live' } {
    return { status: 'live' };
  }

  @Get('ready')
  @OutsideApi('asked by the orchestrator, which has no credential; tells the schema version at most')
  async ready(): Promise<{ status: 'ready' }> {
    await this.readiness.check();
    return { status: 'ready' };
  }
}
