import { Controller, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentKey, CurrentScope } from '../common/auth/current.decorators';
import { BodyStream, type StreamedBody } from '../common/http/body-stream';
import { Operation } from '../common/registry/operation.decorator';
import type { WorkspacePrincipal, WorkspaceScope } from '../common/request/principal';
import { LARGEST_FILE } from '../files/file.types';
import { ChatFileDto, UploadChatFileQuery } from './chat-file.dto';
import { ChatFilesService } from './chat-files.service';

@ApiTags('Chat')
@Controller('workspaces/:workspaceId/agents/:agentId/chat/files')
export class ChatFilesController {
  constructor(private readonly files: ChatFilesService) {}

  @Post()
  @Operation({
    operationId: 'uploadChatFile',
    summary: 'Upload a file for a chat turn',
    description:
      'Takes the bytes of a file, which are the body of the request. Then pass the `id` of the response in `attachmentIds` of ' +
      '`sendChatTurn`. Only the same key can use the file; it is deleted after 24 hours if it does not. The settings of the ' +
      'agent say which types it receives (400 `file_type_not_allowed`). JPEG, PNG and WebP images lose what they say of place and device. A key can have 20 unused files (429).',
    access: { kind: 'workspace', scopes: ['chat:write'] },
    audit: 'none: the turn that carries the file is stored',
    takes: { mediaTypes: { 'application/octet-stream': '%PDF-1.7 …' }, limitBytes: LARGEST_FILE },
    returns: ChatFileDto,
    status: 201,
    errors: ['file_type_not_allowed', 'plan_limit_reached', 'agent_inactive', 'rate_limited', 'upload_interrupted'],
    mcp: false,
    cli: { name: 'agents upload-chat-file' },
  })
  async upload(
    @CurrentScope() scope: WorkspaceScope,
    @CurrentKey() { keyId }: WorkspacePrincipal,
    @Param('agentId') agentId: string,
    @Query() { fileName }: UploadChatFileQuery,
    @BodyStream() { bytes }: StreamedBody,
  ): Promise<ChatFileDto> {
    return ChatFileDto.from(await this.files.upload(scope, { keyId, agentId }, { fileName, bytes }));
  }
}
