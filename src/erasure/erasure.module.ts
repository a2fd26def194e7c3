import { Module } from '@nestjs/common';
import { Feature } from '../common/feature/feature.decorator';
import { ContactsModule } from '../contacts/contacts.module';
import { ConversationsModule } from '../conversations/conversations.module';
import { ErasureController } from './erasure.controller';
import { ErasureCountNames } from './erasure-count-names';
import { ErasureService } from './erasure.service';
import { SubjectPath } from './subject-path';

@Feature({ name: 'erasure' })
@Module({
  imports: [ContactsModule, ConversationsModule],
  controllers: [ErasureController],
  providers: [ErasureCountNames, ErasureService, SubjectPath],
  exports: [ErasureService],
})
export class ErasureModule {}
