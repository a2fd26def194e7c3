import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OwnsTables } from '../common/database/table-owner';
import { InboxModule } from '../inbox/inbox.module';
import { SupportRequest } from './support-request.entity';
import { SupportRequestsController } from './support-requests.controller';
import { SupportRequestsRepository } from './support-requests.repository';
import { SupportRequestsService } from './support-requests.service';

@OwnsTables('support_requests')
@Module({
  imports: [TypeOrmModule.forFeature([SupportRequest]), InboxModule],
  controllers: [SupportRequestsController],
  providers: [SupportRequestsRepository, SupportRequestsService],
  exports: [SupportRequestsService],
})
export class SupportModule {}
