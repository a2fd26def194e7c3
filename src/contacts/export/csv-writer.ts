import { stringify } from 'csv-stringify/sync';
import type { ContactDto } from '../contact.dto';

/** The columns of an export. All attributes are in one, as a JSON object: the next contact may have others. */
export const CSV_HEADER =
  'id,externalId,name,email,phone,company,locale,timezone,notes,blocked,agentIds,attributes,lastSeenAt,createdAt,updatedAt\r\n';

/**
 * Quotation marks where they are needed: csv-stringify by itself leaves them out where a carriage return or a line feed
 * stands alone. Otherwise a cell stays as it is, also where a spreadsheet would take it for a formula: the usual apostrophe
 * would damage every phone number, and the file could not be imported again.
 */
const FORM = { record_delimiter: '\r\n', quoted_match: /[\r\n]/ };

/** A contact as a record of CSV (RFC 4180), with its line end. */
export function csvRecord(contact: ContactDto): string {
  const cells = [
    contact.id,
    contact.externalId,
    contact.name,
    contact.email,
    contact.phone,
    contact.company,
    contact.locale,
    contact.timezone,
    contact.notes,
    String(contact.blocked),
    contact.agentIds.join(';'),
    JSON.stringify(contact.attributes),
    contact.lastSeenAt,
    contact.createdAt,
    contact.updatedAt,
  ];
  return stringify([cells], FORM);
}
