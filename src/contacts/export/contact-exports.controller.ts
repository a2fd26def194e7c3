import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import { streamedText } from '../../common/http/streamed-text';
import { Operation } from '../../common/registry/operation.decorator';
import type { Member } from '../../common/request/principal';
import { CSV_EXAMPLE, NDJSON_EXAMPLE } from '../contact-file-examples';
import { ContactDto } from '../contact.dto';
import { ExportContactsQuery } from './contact-export.dto';
import { ContactExportsService } from './contact-exports.service';

@ApiTags('Contacts')
@Controller('workspaces/:workspaceId/contacts/export')
export class ContactExportsController {
  constructor(private readonly exports: ContactExportsService) {}

  @Get()
  @Operation({
    operationId: 'exportContacts',
    summary: 'Export contacts',
    description: `Returns a file of all contacts that you can see and that match \`search\`, oldest first. For a restricted member,
\`agentIds\` lists only their own agents. \`format=csv\` is RFC 4180 in UTF-8 with a header row and all attributes as a
JSON object in one column. \`format=ndjson\` has one contact per line, as returned by \`readContactProfile\`.
\`importContacts\` accepts both formats.

The file is written while it is being sent, and its parts reflect different moments: a contact that exists throughout
the export appears exactly once. If an error occurs or you lose the access you started with, the connection breaks, so
a response that ends normally is complete. Cells are written as they are, even if they begin with \`=\`, \`+\`, \`-\`, or
\`@\`. To open the file safely in a spreadsheet, import its columns as text.`,
    access: { kind: 'account', scopes: ['inbox:read'] },
    audit: { subject: ['workspace', 'path.workspaceId'] },
    returns: ContactDto,
    gives: { 'text/csv': CSV_EXAMPLE, 'application/x-ndjson': NDJSON_EXAMPLE },
    noStore: true,
    mcp: false,
  })
  async export(@CurrentMember() member: Member, @Query() query: ExportContactsQuery): Promise<StreamableFile> {
    const { text, ...file } = await this.exports.file(member, query);
    return streamedText(text, file);
  }
}
