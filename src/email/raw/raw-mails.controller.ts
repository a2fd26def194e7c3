import { Controller, Get, Header, Param, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { streamedFile } from '../../common/http/streamed-text';
import { Operation } from '../../common/registry/operation.decorator';
import { UuidParam } from '../../common/http/uuid-param.pipe';
import type { Member } from '../../common/request/principal';
import { QuarantinedMailDto } from '../quarantine/quarantined-mail.dto';
import { type RawMailFile, RawMailsService } from './raw-mails.service';

const RAW_MAIL = 'From: Ann <ann@example.com>\r\nSubject: Hello\r\n\r\nDo you deliver?\r\n';

@ApiTags('Email')
@Controller('workspaces/:workspaceId')
export class RawMailsController {
  constructor(private readonly mails: RawMailsService) {}

  @Get('inbox/:conversationId/messages/:messageId/raw')
  @Header('X-Content-Type-Options', 'nosniff')
  @Header('Content-Security-Policy', 'sandbox')
  @Operation({
    operationId: 'getRawMail',
    summary: 'Download the email of a message',
    description:
      'Returns the email as it arrived, with all headers, for as long as it is kept: 30 days, or less if the workspace keeps it for a ' +
      'shorter time. After that, and for a message that was no email, the answer is 404. Treat it as untrusted: its content can be ' +
      'harmful. The log of the service names the member and the email.',
    access: { kind: 'account', scopes: ['inbox:read'], role: 'admin' },
    returns: QuarantinedMailDto,
    gives: { 'application/octet-stream': RAW_MAIL },
    noStore: true,
    mcp: false,
    cli: { name: 'inbox raw' },
  })
  async ofMessage(
    @CurrentMember() member: Member,
    @Param('conversationId') conversationId: string,
    @Param('messageId', UuidParam) messageId: string,
  ): Promise<StreamableFile> {
    return sent(await this.mails.ofMessage(member, conversationId, messageId));
  }

  @Get('quarantined-mail/:inboundMailId/raw')
  @Header('X-Content-Type-Options', 'nosniff')
  @Header('Content-Security-Policy', 'sandbox')
  @Operation({
    operationId: 'getRawQuarantinedMail',
    summary: 'Download quarantined email',
    description:
      'Returns the email as it arrived. Treat it as untrusted: its content can be harmful. The log of the service names the member and ' +
      'the email.',
    access: { kind: 'account', scopes: ['inbox:read'], role: 'admin' },
    returns: QuarantinedMailDto,
    gives: { 'application/octet-stream': RAW_MAIL },
    noStore: true,
    mcp: false,
    cli: { name: 'mail raw' },
  })
  async ofQuarantined(
    @CurrentMember() member: Member,
    @Param('inboundMailId') inboundMailId: string,
  ): Promise<StreamableFile> {
    return sent(await this.mails.ofQuarantined(member, inboundMailId));
  }
}

function sent({ bytes, fileName, sizeBytes }: RawMailFile): StreamableFile {
  return streamedFile(bytes, { mediaType: 'application/octet-stream', fileName, sizeBytes });
}
