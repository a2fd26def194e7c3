import { Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { BodyStream, type StreamedBody } from '../../common/http/body-stream';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { CSV, DOCX, type FileMediaType, PDF, PPTX, XLSX } from '../source.types';
import { SourceFileDto } from './source-file.dto';
import { SourceFilesService } from './source-files.service';

const LIMIT_BYTES = 26_214_400;

@ApiTags('Sources')
@Controller('workspaces/:workspaceId/agents/:agentId/sources/files')
export class SourceFilesController {
  constructor(private readonly files: SourceFilesService) {}

  @Post()
  @Operation({
    operationId: 'uploadSourceFile',
    summary: 'Upload a file for a source',
    description:
      'Takes a file of up to 25 MiB, which is the body of the request. Then create a source of type `file` with the ' +
      '`id` of the response as its `fileId`. A file without a source is deleted after an hour; a workspace can ' +
      'have 20 of them (429). Of PDF and Word documents (DOCX), headings, paragraphs, lists and tables are read; of workbooks (XLSX) and CSV, ' +
      'tables, and questions with their answers; of presentations (PPTX), slides with their titles. ' +
      'A PDF that only has images must have its text recognized (OCR) first.',
    access: { kind: 'account', scopes: ['workspaces:write'], role: 'admin' },
    audit: 'none: the file is kept for an hour; createSource, which makes a source of it, is recorded',
    takes: {
      mediaTypes: {
        'text/markdown': '# Passwords\n\nTo reset your password, open Settings.\n',
        'text/mdx': '# Passwords\n\n<Note>To reset your password, open Settings.</Note>\n',
        'text/plain': 'To reset your password, open Settings.\n',
        'text/html': '<h1>Passwords</h1><p>To reset your password, open Settings.</p>',
        [PDF]: '%PDF-1.7 …',
        [DOCX]: 'PK…',
        [XLSX]: 'PK…',
        [PPTX]: 'PK…',
        [CSV]: 'Question,Answer\nHow do I reset my password?,Open Settings.\n',
        'text/asciidoc': '= Passwords\n\nTo reset your password, open Settings.\n',
      },
      limitBytes: LIMIT_BYTES,
    },
    returns: SourceFileDto,
    errors: ['rate_limited', 'upload_interrupted'],
    mcp: false,
  })
  async upload(
    @CurrentMember() member: Member,
    @Param('agentId') agentId: string,
    @BodyStream() { mediaType, bytes }: StreamedBody,
  ): Promise<SourceFileDto> {
    return SourceFileDto.from(await this.files.upload(member, agentId, mediaType as FileMediaType, bytes));
  }
}
