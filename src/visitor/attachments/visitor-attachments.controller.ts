import { Controller, Get, Header, Param, Query, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentVisitor } from '../../common/auth/current.decorators';
import { streamedFile } from '../../common/http/streamed-text';
import { Operation } from '../../common/registry/operation.decorator';
import type { VisitorPrincipal } from '../../common/request/principal';
import { FILE_EXAMPLES } from '../../files/file.types';
import { VisitorAttachmentDto } from '../messages/visitor-message.dto';
import { GetVisitorAttachmentQuery } from './visitor-attachment.dto';
import { VisitorAttachmentsService } from './visitor-attachments.service';

@ApiTags('Visitors')
@Controller('visitor/conversations/:conversationId/messages/:messageId/attachments')
export class VisitorAttachmentsController {
  constructor(private readonly attachments: VisitorAttachmentsService) {}

  @Get(':attachmentId')
  @Header('X-Content-Type-Options', 'nosniff')
  @Header('Content-Security-Policy', 'sandbox')
  @Operation({
    operationId: 'getVisitorAttachment',
    summary: 'Download a file as a visitor',
    description:
      'Returns a file of a message that the visitor sees. Treat it as untrusted: its content can be harmful. The type is ' +
      '`application/octet-stream`, and with `preview` that of an image, for a page that shows it.',
    access: { kind: 'visitor' },
    returns: VisitorAttachmentDto,
    gives: FILE_EXAMPLES,
    errors: ['visitor_refused', 'file_infected', 'file_not_ready', 'rate_limited', 'file_unavailable'],
    noStore: true,
    cli: false,
  })
  async get(
    @CurrentVisitor() visitor: VisitorPrincipal,
    @Param('conversationId') conversationId: string,
    @Param('messageId') messageId: string,
    @Param('attachmentId') attachmentId: string,
    @Query() { preview = false }: GetVisitorAttachmentQuery,
  ): Promise<StreamableFile> {
    const key = { conversationId, messageId, attachmentId };
    const { bytes, ...file } = await this.attachments.file(visitor, key, { preview });
    return streamedFile(bytes, file);
  }
}
