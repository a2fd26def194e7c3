import { Module } from '@nestjs/common';
import { Feature } from '../common/feature/feature.decorator';
import { Tracing } from './tracing';

@Feature({ name: 'tracing' })
@Module({ providers: [Tracing] })
export class TracingModule {}
