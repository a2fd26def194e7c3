import { Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { BodyStream, type StreamedBody } from '../../common/http/body-stream';
import { REMOVED, RemovalDto } from '../../common/operations/removal.dto';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { FileDto, UploadFileQuery } from '../file.dto';
import { LARGEST_FILE, type UploaderId } from '../file.types';
import { FilesService } from '../files.service';

@ApiTags('Inbox')
@Controller('workspaces/:workspaceId/inbox/files')
export class InboxFilesController {
  constructor(private readonly files: FilesService) {}

  @Post()
  @Operation({
    operationId: 'uploadInboxFile',
    summary: 'Upload a file for a reply or a note',
    description:
      'Takes the bytes of a file, which are the body of the request. Then pass the `id` of the response in `attachmentIds` of ' +
      '`replyToConversation` or `createInboxNote`. Only you can see and use the file until then; it is deleted after 24 hours ' +
      'if you do not. Programs, installers and disk images are refused with 400 `file_type_not_allowed`, by their names and by ' +
      'their content. The plan limits the size of a file (`attachmentBytes`, 413) and all files of the workspace ' +
      '(`storageBytes`, 403). You can have 20 unused files of 100 MiB together (429).',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: 'none: the file is kept for a day; the reply or note that carries it is recorded',
    takes: { mediaTypes: { 'application/octet-stream': '%PDF-1.7 …' }, limitBytes: LARGEST_FILE },
    returns: FileDto,
    status: 201,
    errors: ['file_type_not_allowed', 'plan_limit_reached', 'rate_limited', 'upload_interrupted'],
    limit: 'uploads',
    location: '/workspaces/{workspaceId}/inbox/files/{id}',
    mcp: false,
    cli: { name: 'inbox upload' },
  })
  async upload(
    @CurrentMember() { workspaceId, planId, memberId }: Member,
    @Query() { fileName }: UploadFileQuery,
    @BodyStream() { bytes }: StreamedBody,
  ): Promise<FileDto> {
    const uploader = { workspaceId, planId, uploaderId: uploaderOf(memberId) };
    return FileDto.from(await this.files.upload(uploader, fileName, bytes));
  }

  @Get(':inboxFileId')
  @Operation({
    operationId: 'getInboxFile',
    summary: 'Get an uploaded file',
    description:
      'Returns the facts of a file that you have uploaded and not used. A file that a message carries is in the `attachments` ' +
      'of `listConversationMessages`.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: FileDto,
    cli: { name: 'inbox file' },
  })
  async get(
    @CurrentMember() { workspaceId, memberId }: Member,
    @Param('inboxFileId') fileId: string,
  ): Promise<FileDto> {
    return FileDto.from(await this.files.getUnused(workspaceId, uploaderOf(memberId), fileId));
  }

  @Delete(':inboxFileId')
  @Operation({
    operationId: 'removeInboxFile',
    summary: 'Remove an uploaded file',
    description: 'Removes a file that you have uploaded and not used.',
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: 'none: no message has carried the file',
    returns: RemovalDto,
    destructive: true,
    cli: { name: 'inbox remove-file', consequence: 'The file can no longer be attached. This cannot be undone.' },
  })
  async remove(
    @CurrentMember() { workspaceId, memberId }: Member,
    @Param('inboxFileId') fileId: string,
  ): Promise<RemovalDto> {
    await this.files.removeUnused(workspaceId, uploaderOf(memberId), fileId);
    return REMOVED;
  }
}

function uploaderOf(memberId: string): UploaderId {
  return `member:${memberId}`;
}
