import { Module } from '@nestjs/common';
import { Feature } from '../common/feature/feature.decorator';
import { MetricsModule } from '../metrics/metrics.module';
import { HealthController } from './health.controller';
import { HealthMetrics } from './health-metrics';
import { Liveness } from './liveness';
import { ManagementServer } from './management-server';
import { Readiness } from './readiness';

@Feature({ name: 'health' })
@Module({
  imports: [MetricsModule],
  controllers: [HealthController],
  providers: [HealthMetrics, Liveness, ManagementServer, Readiness],
  exports: [Readiness],
})
export class HealthModule {}
