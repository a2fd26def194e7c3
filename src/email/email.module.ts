import { Module } from '@nestjs/common';
import { AgentMailAddressController } from './addresses/agent-mail-address.controller';
import { MailAddressesService } from './addresses/mail-addresses.service';

/** Conversations by email: how it comes in and how it leaves. */
@Module({
  controllers: [AgentMailAddressController],
  providers: [MailAddressesService],
  exports: [MailAddressesService],
})
export class EmailModule {}
