import { Module } from '@nestjs/common';
import { FilesModule } from '../../files/files.module';
import { AttachmentPath } from './attachment-path';
import { AttachmentsController } from './attachments.controller';
import { AttachmentsRepository } from './attachments.repository';
import { AttachmentsService } from './attachments.service';

@Module({
  imports: [FilesModule],
  controllers: [AttachmentsController],
  providers: [AttachmentPath, AttachmentsRepository, AttachmentsService],
  exports: [AttachmentsService],
})
export class AttachmentsModule {}
