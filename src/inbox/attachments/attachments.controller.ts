import { Controller, Get, Header, Param, Query, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { streamedFile } from '../../common/http/streamed-text';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { FILE_EXAMPLES } from '../../files/file.types';
import { MessageAttachmentDto } from '../messages/message.dto';
import { GetAttachmentQuery } from './attachment.dto';
import { AttachmentsService } from './attachments.service';

@ApiTags('Inbox')
@Controller('workspaces/:workspaceId/inbox/:conversationId/messages/:messageId/attachments')
export class AttachmentsController {
  constructor(private readonly attachments: AttachmentsService) {}

  @Get(':attachmentId')
  @Header('X-Content-Type-Options', 'nosniff')
  @Header('Content-Security-Policy', 'sandbox')
  @Operation({
    operationId: 'getInboxAttachment',
    summary: 'Download an attachment',
    description:
      'Returns the file as it was sent. Treat it as untrusted: its content can be harmful. The type is ' +
      '`application/octet-stream`, and with `preview` that of an image, for a page that shows it; `listConversationMessages` ' +
      'returns the media type of the content. `messageId` can also be the id of a note.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: MessageAttachmentDto,
    gives: FILE_EXAMPLES,
    errors: ['file_infected', 'file_not_ready', 'file_unavailable'],
    noStore: true,
    mcp: false,
    cli: { name: 'inbox download', formerly: ['workspaces get-inbox-attachments'] },
  })
  async get(
    @CurrentMember() { workspaceId }: Member,
    @Param('conversationId') conversationId: string,
    @Param('messageId') messageId: string,
    @Param('attachmentId') attachmentId: string,
    @Query() { preview = false }: GetAttachmentQuery,
  ): Promise<StreamableFile> {
    const key = { workspaceId, conversationId, messageId, attachmentId };
    const { bytes, ...file } = await this.attachments.file(key, { preview });
    return streamedFile(bytes, file);
  }
}
