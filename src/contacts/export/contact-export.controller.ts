import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentMember } from '../../common/auth/current.decorators';
import type { Member } from '../../common/auth/principal';
import { streamedText } from '../../common/http/streamed-text';
import { Operation } from '../../common/operations/operation.decorator';
import { ContactDto } from '../contact.dto';
import { CSV_EXAMPLE, NDJSON_EXAMPLE } from '../contact-files';
import { ExportContactsQuery } from './contact-export.dto';
import { ContactExportService } from './contact-export.service';

@ApiTags('Contacts')
@Controller('workspaces/:workspaceId/contacts/export')
export class ContactExportController {
  constructor(private readonly exports: ContactExportService) {}

  @Get()
  @Operation({
    operationId: 'exportContacts',
    summary: 'Export contacts to a file',
    description: `Oldest first, all that the caller sees and \`search\` finds; of agents a restricted member gets their own.
\`format=csv\` is RFC 4180 in UTF-8 with a header, all attributes as a JSON object in one column; \`format=ndjson\` has the record
of \`readContactProfile\` in each line. \`importContacts\` takes both.

The file is written while it is sent, and each part is of its own moment: a contact that is there all along is in it exactly
once. If something goes wrong on the way, or the caller loses what the export began with, the connection breaks, so a response
that ends is complete. Cells are written as they
are, also where they begin with \`=\`, \`+\`, \`-\` or \`@\`: open the file in a spreadsheet by importing its columns as text.`,
    access: { kind: 'account', scopes: ['inbox:read'] },
    returns: ContactDto,
    gives: { 'text/csv': CSV_EXAMPLE, 'application/x-ndjson': NDJSON_EXAMPLE },
    noStore: true,
    mcp: false,
  })
  async export(@CurrentMember() member: Member, @Query() query: ExportContactsQuery): Promise<StreamableFile> {
    const isCsv = query.format !== 'ndjson';
    return streamedText(await this.exports.file(member, query), {
      mediaType: isCsv ? 'text/csv' : 'application/x-ndjson',
      fileName: isCsv ? 'contacts.csv' : 'contacts.ndjson',
    });
  }
}
