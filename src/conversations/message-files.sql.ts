import { PREVIEWABLE_TYPES } from '../files/file.types';

/** The condition for files of an item, which is a message or a note. */
const ofItem = (item: string): string =>
  `WHERE workspace_id = ${item}.workspace_id AND conversation_id = ${item}.conversation_id AND message_id = ${item}.id`;

/** Files of the email that a message came with. */
export const mailedTo = (item: string): string => `
    SELECT id, file_name, media_type, size_bytes, inline, sha256 FROM message_attachments ${ofItem(item)}`;

/** Files that were uploaded for a message or a note. */
export const uploadedFor = (item: string): string => `
    SELECT id, file_name, media_type, size_bytes, false AS inline, sha256 FROM files ${ofItem(item)}`;

/** Files as a JSON list with the fields of MessageAttachmentDto, in the order of their ids. */
export function filesListed(files: string): string {
  return `coalesce((
    SELECT json_agg(json_build_object(
      'id', a.id, 'fileName', a.file_name, 'mediaType', a.media_type, 'sizeBytes', a.size_bytes, 'inline', a.inline,
      'sha256', encode(a.sha256, 'hex'), 'previewable', a.media_type = ANY ('{${PREVIEWABLE_TYPES.join()}}'::text[])
    ) ORDER BY a.id)
    FROM (${files}
    ) a
  ), '[]')`;
}
