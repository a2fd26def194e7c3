import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../common/auth/current.decorators';
import { Operation } from '../common/registry/operation.decorator';
import type { Member } from '../common/request/principal';
import { EraseContactInput, ErasurePreviewDto, ErasureReceiptDto } from './erasure.dto';
import { ErasureService } from './erasure.service';

@ApiTags('Contacts')
@Controller('workspaces/:workspaceId/contacts/:subjectId/erasure')
export class ErasureController {
  constructor(private readonly erasures: ErasureService) {}

  @Get()
  @Operation({
    operationId: 'previewContactErasure',
    summary: 'Preview the erasure of a contact',
    description:
      'Shows what erasing a contact would delete. Also works for a contact with a removed profile, and for ' +
      'an erased contact, which returns the receipt. The confirmation is valid until the contact’s records ' +
      'change.',
    access: { kind: 'account', scopes: ['inbox:read'], role: 'admin' },
    returns: ErasurePreviewDto,
  })
  async preview(
    @CurrentMember() { workspaceId }: Member,
    @Param('subjectId') subjectId: string,
  ): Promise<ErasurePreviewDto> {
    return ErasurePreviewDto.from(await this.erasures.preview(workspaceId, subjectId));
  }

  @Post()
  @Operation({
    operationId: 'eraseContact',
    summary: 'Erase a contact permanently',
    description:
      'Deletes the profile, all conversations with the person and everything written about them: messages with their ' +
      'attachments, notes, suggestions, chat turns, knowledge gaps, and support requests. Agents’ statistics no longer ' +
      'include them. This cannot be undone, and chat turns in progress restore nothing. If the contact is already ' +
      'erased, returns the receipt.',
    access: { kind: 'account', scopes: ['inbox:write'], role: 'admin' },
    audit: { subject: ['contact', 'path.subjectId'] },
    returns: ErasureReceiptDto,
    errors: ['confirmation_required'],
    idempotent: true,
    destructive: true,
  })
  async erase(
    @CurrentMember() member: Member,
    @Param('subjectId') subjectId: string,
    @Body() input: EraseContactInput,
  ): Promise<ErasureReceiptDto> {
    return ErasureReceiptDto.from(await this.erasures.erase(member, subjectId, input));
  }
}
