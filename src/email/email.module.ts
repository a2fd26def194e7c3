import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OwnsTables } from '../common/database/table-owner';
import { AgentMailAddressController } from './addresses/agent-mail-address.controller';
import { MailAddressesService } from './addresses/mail-addresses.service';
import { MailThreadsRepository } from './threads/mail-threads.repository';
import { MailThreadsService } from './threads/mail-threads.service';
import { MessageMail } from './threads/message-mail.entity';

/** Conversations by email: how it comes in and how it leaves. */
@OwnsTables('inbound_mails', 'inbound_mail_chunks', 'message_mails')
@Module({
  imports: [TypeOrmModule.forFeature([MessageMail])],
  controllers: [AgentMailAddressController],
  providers: [MailAddressesService, MailThreadsRepository, MailThreadsService],
  exports: [MailAddressesService],
})
export class EmailModule {}
