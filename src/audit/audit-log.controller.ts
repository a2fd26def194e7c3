import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentMember } from '../common/auth/current.decorators';
import { EntityTagged, isNotModified } from '../common/http/etag';
import { streamedText } from '../common/http/streamed-text';
import { Section } from '../common/operations/section.decorator';
import { Operation } from '../common/registry/operation.decorator';
import type { Member } from '../common/request/principal';
import { AuditChainService } from './audit-chain.service';
import { AuditEntryDto, AuditEntryPageDto } from './audit-entry.dto';
import { AUDIT_LOG_EXAMPLE } from './audit-export-example';
import { AuditExportService, headOf } from './audit-export.service';
import {
  AuditHeadDto,
  AuditLogLineDto,
  AuditVerificationDto,
  ExportAuditLogQuery,
  ListAuditEntriesQuery,
  VerifyAuditLogInput,
} from './audit-input.dto';
import { AuditLogService } from './audit-log.service';

@Section('Who changed what in a workspace, sealed so that later changes of the log show.')
@Controller('workspaces/:workspaceId/audit')
export class AuditLogController {
  constructor(
    private readonly log: AuditLogService,
    private readonly chain: AuditChainService,
    private readonly exports: AuditExportService,
  ) {}

  @Get()
  @Operation({
    operationId: 'listAuditEntries',
    summary: 'List the audit log',
    description: `Every change of the workspace and every refused attempt of its members and keys, newest first. An entry has ids; the
name of its actor is looked up when you read it. A page looks at a bounded number of entries: with a rare filter it can have fewer than
\`limit\`, or none, and still a \`nextCursor\`.`,
    access: { kind: 'account', scopes: ['workspaces:read'], role: 'admin' },
    returns: AuditEntryPageDto,
    noStore: true,
    cli: {
      name: 'audit list',
      columns: [
        { title: 'AT', fields: ['at'], as: 'age' },
        { title: 'OPERATION', fields: ['operationId'] },
        { title: 'OUTCOME', fields: ['code', 'outcome'] },
        { title: 'ACTOR', fields: ['actor.name', 'actor.kind'] },
        { title: 'SUBJECT', fields: ['subject.type'] },
      ],
    },
  })
  async list(@CurrentMember() member: Member, @Query() query: ListAuditEntriesQuery): Promise<AuditEntryPageDto> {
    return AuditEntryPageDto.from(await this.log.page(member, ListAuditEntriesQuery.filter(query), query));
  }

  @Get('export')
  @Operation({
    operationId: 'exportAuditLog',
    summary: 'Export the audit log',
    description: `Lines of JSON: a \`header\` with the public keys, for each batch its \`entry\` lines and then a \`batch\` line, and an
\`end\` line with the SHA-256 of all lines before it. Without \`end\`, the file is broken: download the rest with \`fromSequence\`. The file
has whole batches, so it can begin earlier than you ask for; entries are in it once they are sealed. \`parley audit verify FILE\` verifies
it without the service.`,
    access: { kind: 'account', scopes: ['workspaces:read'], role: 'admin' },
    returns: AuditLogLineDto,
    gives: { 'application/x-ndjson': AUDIT_LOG_EXAMPLE },
    noStore: true,
    audit: { subject: ['workspace', 'path.workspaceId'] },
    mcp: false,
    cli: 'audit export',
  })
  async export(@CurrentMember() member: Member, @Query() query: ExportAuditLogQuery): Promise<StreamableFile> {
    const lines = await this.exports.file(member, ExportAuditLogQuery.part(query));
    return streamedText(lines, { mediaType: 'application/x-ndjson', fileName: 'audit-log.ndjson' });
  }

  @Get('head')
  @EntityTagged('Changes when the head does.', 'the head still matches `If-None-Match`.')
  @Operation({
    operationId: 'getAuditHead',
    summary: 'Get the head of the audit log',
    description: `The newest sealed batch. Keep it outside of this installation: \`verifyAuditLog\` then shows whether anything up to it
was changed, added, or removed. 404 until the first entry is sealed.`,
    access: { kind: 'account', scopes: ['workspaces:read'], role: 'admin' },
    returns: AuditHeadDto,
    errors: ['not_found'],
    cli: 'audit head',
  })
  async head(
    @CurrentMember() member: Member,
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AuditHeadDto | undefined> {
    const head = headOf(await this.log.head(member));
    const etag = `"${head.hash}"`;
    return isNotModified(response, { known, etag }) ? undefined : head;
  }

  @Post('verify')
  @HttpCode(200)
  @Operation({
    operationId: 'verifyAuditLog',
    summary: 'Verify the audit log',
    description: `Checks at most 200 batches from \`fromBatch\` on, and returns the first problem. Go on with \`nextBatch\`. Without
\`knownHead\`, this does not notice a log that was cut at its end, or made anew by someone with the database and SECRET_KEY.`,
    access: { kind: 'account', scopes: ['workspaces:read'], role: 'admin' },
    returns: AuditVerificationDto,
    readOnly: true,
    cli: 'audit check',
  })
  async verify(@CurrentMember() member: Member, @Body() input: VerifyAuditLogInput): Promise<AuditVerificationDto> {
    return AuditVerificationDto.from(await this.chain.verify(member.workspaceId, VerifyAuditLogInput.part(input)));
  }

  @Get(':entryId')
  @Operation({
    operationId: 'getAuditEntry',
    summary: 'Get an entry of the audit log',
    access: { kind: 'account', scopes: ['workspaces:read'], role: 'admin' },
    returns: AuditEntryDto,
    noStore: true,
    cli: 'audit get',
  })
  async get(@CurrentMember() member: Member, @Param('entryId') entryId: string): Promise<AuditEntryDto> {
    return AuditEntryDto.from(await this.log.get(member, entryId));
  }
}
