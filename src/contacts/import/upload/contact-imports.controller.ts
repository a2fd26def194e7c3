import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../../common/auth/current.decorators';
import type { Member } from '../../../common/auth/principal';
import { BodyStream, type StreamedBody } from '../../../common/http/body-stream';
import { Operation } from '../../../common/operations/operation.decorator';
import { CSV_EXAMPLE, NDJSON_EXAMPLE } from '../../contact-files';
import { ContactImportDto, ContactImportRefusalsDto, ListContactImportRefusalsQuery } from './contact-import.dto';
import { ContactImportsService } from './contact-imports.service';

const LIMIT_BYTES = 1_073_741_824;

@ApiTags('Contacts')
@Controller('workspaces/:workspaceId/contacts/import')
export class ContactImportsController {
  constructor(private readonly imports: ContactImportsService) {}

  @Post()
  @Operation({
    operationId: 'importContacts',
    summary: 'Import contacts from a file',
    description: `Up to 1,000,000 rows and 1 GiB. A row is held to the rules of \`createContact\`, and each for itself: one that is
refused is reported, and the others are taken. A row with the \`externalId\` of a contact changes that contact; failing that,
one with the \`email\` of a contact that has no other externalId changes the oldest of those; any other row creates one. Rows
are taken in order.

\`text/csv\` is RFC 4180 in UTF-8. The header names the fields in any order; an attribute has a column \`attributes.<name>\`,
or all of them are a JSON object in a column \`attributes\`. \`agentIds\` are separated by semicolons or spaces. An empty cell
changes nothing. In a column of one attribute \`true\`, \`false\` and plain numbers are what they say, and anything else is text.
\`application/x-ndjson\` has the body of a createContact in each line; there null clears a field. Fields that only the service
sets, such as \`id\`, are passed over, so that what \`exportContacts\` wrote can be imported.

Answered as soon as the file is there; the work goes on in the background. What is wrong with the file as a whole, such as an
unknown column, is refused at once. A workspace has ten files that wait or are on their way at most (429), and there is a bound
for their size together: the workspace's own (429) and the installation's (503 \`storage_full\`). The same file again changes nothing, but for rows without externalId and email: those
create a contact each time.`,
    access: { kind: 'account', scopes: ['inbox:write'] },
    takes: { mediaTypes: { 'text/csv': CSV_EXAMPLE, 'application/x-ndjson': NDJSON_EXAMPLE }, limitBytes: LIMIT_BYTES },
    returns: ContactImportDto,
    status: 202,
    errors: ['rate_limited', 'storage_full', 'upload_interrupted', 'role_insufficient', 'agent_not_accessible'],
    location: '/workspaces/{workspaceId}/contacts/import/{id}',
    mcp: false,
  })
  async start(@CurrentMember() member: Member, @BodyStream() body: StreamedBody): Promise<ContactImportDto> {
    return this.imports.start(member, body.mediaType === 'text/csv' ? 'csv' : 'ndjson', body.bytes);
  }

  @Get(':importId')
  @Operation({
    operationId: 'getContactImport',
    summary: 'Read how far an import of contacts is',
    description: `For 30 days after its end, while it is among the last 1,000 of its workspace, and those that came later have told of
no more than 1,000,000 refused rows. A restricted member sees their own imports.`,
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: ContactImportDto,
  })
  async get(@CurrentMember() member: Member, @Param('importId') importId: string): Promise<ContactImportDto> {
    return this.imports.get(member, importId);
  }

  @Get(':importId/refusals')
  @Operation({
    operationId: 'listContactImportRefusals',
    summary: 'List the rows that an import of contacts refused',
    description: `In the order of the file, also while the import runs. The first 100,000: \`refused\` of the import counts all of
them. Kept as long as the import.`,
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: ContactImportRefusalsDto,
  })
  async refusals(
    @CurrentMember() member: Member,
    @Param('importId') importId: string,
    @Query() query: ListContactImportRefusalsQuery,
  ): Promise<ContactImportRefusalsDto> {
    return this.imports.refusals(member, importId, query);
  }
}
