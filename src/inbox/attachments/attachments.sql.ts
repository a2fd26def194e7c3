/** Bytes of one read. The driver receives them as text, and a longer text would block other requests while it is parsed. */
export const PIECE_BYTES = 131_072;

/** By hand: without the bytes. `$1` workspace, `$2` conversation, `$3` message, `$4` attachment. */
export const FIND_ATTACHMENT = `
  SELECT file_name AS "fileName", media_type AS "mediaType", size_bytes::int AS "sizeBytes" FROM message_attachments
  WHERE workspace_id = $1 AND conversation_id = $2 AND message_id = $3 AND id = $4`;

/** By hand: a part of the bytes, which are stored uncompressed for this. Parameters as above, then `$5` offset. */
export const FIND_PIECE = `
  SELECT substr(bytes, $5 + 1, ${PIECE_BYTES}) AS bytes FROM message_attachments
  WHERE workspace_id = $1 AND conversation_id = $2 AND message_id = $3 AND id = $4`;
