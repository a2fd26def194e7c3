import { csvRecord } from '../../common/text/csv';
import type { ContactDto } from '../contact.dto';

/**
 * The columns of an export. All attributes are in one column, as a JSON object, because each contact can have different
 * ones.
 */
export const CSV_HEADER =
  'id,externalId,name,email,phone,company,locale,timezone,notes,blocked,agentIds,attributes,lastSeenAt,createdAt,updatedAt\r\n';

/** Writes a contact as a CSV record. */
export function contactRecord(contact: ContactDto): string {
  return csvRecord([
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
  ]);
}
