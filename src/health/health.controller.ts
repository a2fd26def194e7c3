import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { OutsideApi } from '../common/registry/operation.route';
import { Liveness } from './liveness';
import { Readiness } from './readiness';

/** For the orchestrator: restart when not live, send no requests while not ready. */
@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(
    private readonly liveness: Liveness,
    private readonly readiness: Readiness,
  ) {}

  @Get('live')
  @OutsideApi(
    'asked by the orchestrator, which has no credential; tells the names of background work that hangs at most',
  )
  live(): { status: 'live' } {
    this.liveness.check();
    return { status: 'live' };
  }

  @Get('ready')
  @OutsideApi('asked by the orchestrator, which has no credential; tells the schema version at most')
  async ready(): Promise<{ status: 'ready' }> {
    await this.readiness.check();
    return { status: 'ready' };
  }
}
