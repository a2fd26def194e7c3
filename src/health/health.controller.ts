import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { OutsideApi } from '../common/registry/operation.route';
import { Liveness } from './liveness';
import { Readiness } from './readiness';

/** For the orchestrator: it restarts a process that is not live, and sends no requests to one that is not ready. */
@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(
    private readonly liveness: Liveness,
    private readonly readiness: Readiness,
  ) {}

  @Get('live')
  @OutsideApi('called by the orchestrator, which has no credential; shows at most the names of stuck background work')
  live(): { status: 'live' } {
    this.liveness.check();
    return { status: 'live' };
  }

  @Get('ready')
  @OutsideApi('called by the orchestrator, which has no credential; shows at most the schema version')
  async ready(): Promise<{ status: 'ready' }> {
    await this.readiness.check();
    return { status: 'ready' };
  }
}
