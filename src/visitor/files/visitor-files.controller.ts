import { Controller, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentVisitor } from '../../common/auth/current.decorators';
import { BodyStream, type StreamedBody } from '../../common/http/body-stream';
import { Operation } from '../../common/registry/operation.decorator';
import type { VisitorPrincipal } from '../../common/request/principal';
import { LARGEST_FILE } from '../../files/file.types';
import { UploadVisitorFileQuery, VisitorFileDto } from './visitor-file.dto';
import { VisitorFilesService } from './visitor-files.service';

@ApiTags('Visitors')
@Controller('visitor/files')
export class VisitorFilesController {
  constructor(private readonly files: VisitorFilesService) {}

  @Post()
  @Operation({
    operationId: 'uploadVisitorFile',
    summary: 'Upload a file as a visitor',
    description:
      'Takes the bytes of a file, which are the body of the request. Then pass the `id` of the response in `attachmentIds` of ' +
      '`sendVisitorMessage`. Only this session can use the file; it is deleted after 24 hours if it does not. The settings of ' +
      'the agent say which types it receives (400 `file_type_not_allowed`). JPEG, PNG and WebP images lose what they say of place and device. A session can have 20 unused files (429).',
    access: { kind: 'visitor' },
    audit: 'none: the conversation itself has what visitors send',
    takes: { mediaTypes: { 'application/octet-stream': '%PDF-1.7 …' }, limitBytes: LARGEST_FILE },
    returns: VisitorFileDto,
    status: 201,
    errors: ['file_type_not_allowed', 'plan_limit_reached', 'agent_inactive', 'rate_limited', 'upload_interrupted'],
    noStore: true,
    cli: false,
  })
  async upload(
    @CurrentVisitor() visitor: VisitorPrincipal,
    @Query() { fileName }: UploadVisitorFileQuery,
    @BodyStream() { bytes }: StreamedBody,
  ): Promise<VisitorFileDto> {
    return VisitorFileDto.from(await this.files.upload(visitor, fileName, bytes));
  }
}
