import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../common/auth/current.decorators';
import type { Member } from '../common/auth/principal';
import { Operation } from '../common/operations/operation.decorator';
import { EraseContactInput, ErasurePreviewDto, ErasureReceiptDto } from './erasure.dto';
import { ErasureService } from './erasure.service';

@ApiTags('Contacts')
@Controller('workspaces/:workspaceId/contacts/:subjectId/erasure')
export class ErasureController {
  constructor(private readonly erasures: ErasureService) {}

  @Get()
  @Operation({
    operationId: 'previewContactErasure',
    summary: 'Show what an erasure would take',
    description:
      'Of a contact, of one whose profile was removed, or of one that was erased: then with the receipt. The confirmation holds as long as nothing changes.',
    access: { kind: 'account', scopes: ['inbox:read'], role: 'admin' },
    returns: ErasurePreviewDto,
  })
  async preview(
    @CurrentMember() { workspaceId }: Member,
    @Param('subjectId') subjectId: string,
  ): Promise<ErasurePreviewDto> {
    return this.erasures.preview(workspaceId, subjectId);
  }

  @Post()
  @Operation({
    operationId: 'eraseContact',
    summary: 'Erase a person for good',
    description:
      'The profile, and everything that was said with the person: conversations, messages, chat turns, knowledge gaps and support requests. The figures of agents are without them from then on. It cannot be undone, and turns that are under way bring nothing back. Who is erased already is answered with the receipt.',
    access: { kind: 'account', scopes: ['inbox:write'], role: 'admin' },
    returns: ErasureReceiptDto,
    errors: ['confirmation_required'],
    idempotent: true,
    destructive: true,
  })
  async erase(
    @CurrentMember() member: Member,
    @Param('subjectId') subjectId: string,
    @Body() { confirm }: EraseContactInput,
  ): Promise<ErasureReceiptDto> {
    return this.erasures.erase(member, subjectId, confirm);
  }
}
