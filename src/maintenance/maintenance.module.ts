import { Module } from '@nestjs/common';
import { ExpiredRows } from './expired-rows';

@Module({ providers: [ExpiredRows] })
export class MaintenanceModule {}
