import { Module } from '@nestjs/common';
import { VisitorLimits } from './visitor-limits';

@Module({ providers: [VisitorLimits], exports: [VisitorLimits] })
export class VisitorLimitsModule {}
