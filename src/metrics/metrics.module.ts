import { Module } from '@nestjs/common';
import { MetricsService } from './metrics.service';
import { PoolMetrics } from './pool-metrics';
import { QueueMetrics } from './queue-metrics';

@Module({ providers: [MetricsService, PoolMetrics, QueueMetrics], exports: [MetricsService] })
export class MetricsModule {}
