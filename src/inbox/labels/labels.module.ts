import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConversationsModule } from '../../conversations/conversations.module';
import { ConversationLabel } from './conversation-label.entity';
import { ConversationLabelsController } from './conversation-labels.controller';
import { ConversationLabelsRepository } from './conversation-labels.repository';
import { ConversationLabelsService } from './conversation-labels.service';
import { LabelPath } from './label-path';
import { Label } from './label.entity';
import { LabelsController } from './labels.controller';
import { LabelsRepository } from './labels.repository';
import { LabelsService } from './labels.service';
import { LabelResource } from './label-resource';

@Module({
  imports: [ConversationsModule, TypeOrmModule.forFeature([ConversationLabel, Label])],
  controllers: [ConversationLabelsController, LabelsController],
  providers: [
    LabelResource,
    ConversationLabelsRepository,
    ConversationLabelsService,
    LabelPath,
    LabelsRepository,
    LabelsService,
  ],
  exports: [ConversationLabelsRepository, ConversationLabelsService, LabelsService],
})
export class LabelsModule {}
