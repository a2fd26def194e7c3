import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../../common/auth/current.decorators';
import { BodyStream, type StreamedBody } from '../../../common/http/body-stream';
import { Operation } from '../../../common/registry/operation.decorator';
import type { Member } from '../../../common/request/principal';
import { CSV_EXAMPLE, NDJSON_EXAMPLE } from '../../contact-file-examples';
import type { ImportFormat } from '../contact-import.types';
import { givenMapping } from '../rows/given-mapping';
import {
  ContactImportDto,
  ContactImportRefusalPageDto,
  ImportContactsQuery,
  ListContactImportRefusalsQuery,
} from './contact-import.dto';
import { ContactImportPreviewDto } from './contact-import-preview.dto';
import { ContactImportPreviews } from './contact-import-previews';
import { ContactImportsService } from './contact-imports.service';

const LIMIT_BYTES = 1_073_741_824;

@ApiTags('Contacts')
@Controller('workspaces/:workspaceId/contacts/import')
export class ContactImportsController {
  constructor(
    private readonly imports: ContactImportsService,
    private readonly previews: ContactImportPreviews,
  ) {}

  @Post()
  @Operation({
    operationId: 'importContacts',
    summary: 'Import contacts',
    description: `Imports up to 1,000,000 rows and 1 GiB. Each row must meet the rules of \`createContact\`. Rows are independent and
processed in order: a refused row is reported, and the others are imported. A row with the \`externalId\` of an existing
contact updates that contact. Otherwise, a row with the \`email\` of contacts that have no other externalId updates the
oldest of them. Any other row creates a contact.

\`text/csv\` is RFC 4180 with a header row, as spreadsheets write it and as other products export it: separated by commas,
semicolons, tabs or pipes, in UTF-8, UTF-16 or an older encoding. Columns are recognized by their names: \`Email Address\` is
the email, \`First Name\` and \`Last Name\` are joined, \`User ID\` is the externalId. Other columns become attributes, or are
left out; \`columns\` of the response lists them. \`mapping\` decides for single columns. A column \`attributes.<name>\` is one
attribute, a column \`attributes\` has all of them as a JSON object. Separate \`agentIds\` with semicolons or spaces. An empty
cell changes nothing. In a column of a single attribute, \`true\`, \`false\`, and plain numbers have their types; anything
else is text. Phone numbers without a country code belong to the \`defaultCountry\` of the workspace. A value that cannot be
read is reported and left out, and its row is imported without it; only \`agentIds\` and \`blocked\` refuse their row.
\`application/x-ndjson\` has the body of a \`createContact\` request on
each line; null clears a field. Fields that only the service sets, such as \`id\`, are ignored, so files written by
\`exportContacts\` can be imported.

The response is sent as soon as the file has been received; the import continues in the background. Problems with the
file as a whole, such as an unclosed quotation mark, are refused immediately. \`previewContactImport\` shows how a file would be
read. A workspace can have at most ten files being
uploaded or waiting (429). Their total size is limited for each workspace (429) and for the installation (503
\`storage_full\`). Importing the same file again changes nothing, except that rows with neither externalId nor email
create a contact each time.`,
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: { subject: ['contact_import', 'noted'], transaction: 'service' },
    takes: { mediaTypes: { 'text/csv': CSV_EXAMPLE, 'application/x-ndjson': NDJSON_EXAMPLE }, limitBytes: LIMIT_BYTES },
    returns: ContactImportDto,
    status: 202,
    errors: ['rate_limited', 'storage_full', 'upload_interrupted', 'role_insufficient', 'agent_not_accessible'],
    location: '/workspaces/{workspaceId}/contacts/import/{id}',
    mcp: false,
  })
  async start(
    @CurrentMember() member: Member,
    @BodyStream() body: StreamedBody,
    @Query() { mapping }: ImportContactsQuery,
  ): Promise<ContactImportDto> {
    const chosen = givenMapping(mapping);
    return ContactImportDto.from(await this.imports.start(member, formatOf(body), body.bytes, chosen));
  }

  @Post('preview')
  @Operation({
    operationId: 'previewContactImport',
    summary: 'Preview a contact import',
    description: `Reads a file as \`importContacts\` does, and writes nothing. Returns what each column is read as, the first ten rows, and the
rows and values that would be refused, among the first 1,000 rows. Of a file larger than 1 MiB, only rows of its first MiB are
checked. Refusals that depend on existing contacts or agents are not found. To change the mapping, preview again with
\`mapping\`, then pass the same to \`importContacts\`.`,
    access: { kind: 'account', scopes: ['inbox:write'] },
    audit: 'none: it stores nothing',
    takes: { mediaTypes: { 'text/csv': CSV_EXAMPLE, 'application/x-ndjson': NDJSON_EXAMPLE }, limitBytes: LIMIT_BYTES },
    returns: ContactImportPreviewDto,
    status: 200,
    errors: ['role_insufficient'],
    mcp: false,
  })
  async preview(
    @CurrentMember() member: Member,
    @BodyStream() body: StreamedBody,
    @Query() { mapping }: ImportContactsQuery,
  ): Promise<ContactImportPreviewDto> {
    return ContactImportPreviewDto.from(
      await this.previews.read(member, formatOf(body), body.bytes, givenMapping(mapping)),
    );
  }

  @Get(':importId')
  @Operation({
    operationId: 'getContactImport',
    summary: 'Get a contact import',
    description: `Returns the progress of an import. An import is kept for 30 days after it ends, as long as it is among the last 1,000
imports of its workspace and later imports have reported no more than 1,000,000 refused rows. A restricted member sees
only their own imports.`,
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: ContactImportDto,
  })
  async get(@CurrentMember() member: Member, @Param('importId') importId: string): Promise<ContactImportDto> {
    return ContactImportDto.from(await this.imports.get(member, importId));
  }

  @Get(':importId/refusals')
  @Operation({
    operationId: 'listContactImportRefusals',
    summary: 'List refused rows and values of a contact import',
    description:
      'In file order, and available while the import runs. Lists the first 100,000 refused rows and values; `refused` and ' +
      '`refusedValues` of the import count all of them. Kept as long as the import.',
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: ContactImportRefusalPageDto,
  })
  async refusals(
    @CurrentMember() member: Member,
    @Param('importId') importId: string,
    @Query() query: ListContactImportRefusalsQuery,
  ): Promise<ContactImportRefusalPageDto> {
    return ContactImportRefusalPageDto.from(await this.imports.pageRefusals(member, importId, query));
  }
}

function formatOf({ mediaType }: StreamedBody): ImportFormat {
  return mediaType === 'text/csv' ? 'csv' : 'ndjson';
}
