/** Texts of each kind that one statement reads. The limits stand in the statements, so that their plans are made for them. */
export const WINDOW = 500;
/** Texts with the words that one statement reads: some lack a phrase, or have a word in a quotation only. */
export const MOST_CANDIDATES = 300;
/** Texts of each kind that one search collects, at most. */
const MOST_MATCHES = 5_000;

/** The terms of a text, as in the indexes. */
const termsOf = (column: string): string =>
  `array_to_tsvector(conversation_search_terms(right(workspace_id::text, 12), ${column}))`;

/** What is searched: `rows` selects by `where`, a condition on the table. Names of images within a text say nothing. */
const KINDS = {
  messages: (where: string): string => `
    SELECT m.id, 'message' AS kind, m.conversation_id, m.id AS message_id, m.role, m.created_at AS at, m.content, m.quoted_from
    FROM messages m WHERE m.workspace_id = $1 AND ${where}`,
  inbox_notes: (where: string): string => `
    SELECT m.id, 'note', m.conversation_id, m.id, NULL, m.created_at, m.content, NULL::integer
    FROM inbox_notes m WHERE m.workspace_id = $1 AND ${where}`,
  conversations: (where: string): string => `
    SELECT m.id, 'subject', m.id, NULL::uuid, NULL, m.created_at, m.subject, NULL::integer
    FROM conversations m WHERE m.workspace_id = $1 AND ${where}`,
  message_attachments: (where: string): string => `
    SELECT m.id, 'file', m.conversation_id, m.message_id, o.role, o.created_at, m.file_name, NULL::integer
    FROM message_attachments m
      JOIN messages o ON o.workspace_id = $1 AND o.conversation_id = m.conversation_id AND o.id = m.message_id
    WHERE m.workspace_id = $1 AND NOT m.inline AND ${where}`,
};

/** Texts of each kind by `where`, and in `order`, which limits each kind alone. */
const each = (where: string, order = ''): string =>
  Object.values(KINDS)
    .map((rows) => `(${rows(where)} ${order})`)
    .join(' UNION ALL ');

/**
 * Whether text `t` of conversation `c` matches the filter and the reader sees it. An undone reply was never there. `$2` agents of
 * the reader or null, `$5` agent, `$6` channel, `$7` status, `$8` label, `$9` contact, `$10` role, `$11` and `$12` the times from
 * and before which, `$13` whether it has a file; each may be null.
 */
const MATCHES = `
  ($2::uuid[] IS NULL OR c.agent_id = ANY ($2)) AND ($5::uuid IS NULL OR c.agent_id = $5)
  AND ($6::text IS NULL OR c.channel = $6) AND ($7::text IS NULL OR c.status = $7)
  AND ($8::uuid IS NULL OR EXISTS (
    SELECT FROM conversation_labels l WHERE l.workspace_id = $1 AND l.conversation_id = c.id AND l.label_id = $8))
  AND ($9::uuid IS NULL OR c.contact_id = $9) AND ($10::text IS NULL OR t.role = $10)
  AND ($11::timestamptz IS NULL OR t.at >= $11) AND ($12::timestamptz IS NULL OR t.at < $12)
  AND ($13::boolean IS NULL OR $13 = EXISTS (
    SELECT FROM message_attachments f
    WHERE f.workspace_id = $1 AND f.conversation_id = c.id AND f.message_id = t.message_id AND NOT f.inline))
  AND NOT EXISTS (
    SELECT FROM replies y
    WHERE y.workspace_id = $1 AND y.conversation_id = c.id AND y.message_id = t.message_id AND y.status = 'undone')`;

/** Characters of a text that are searched, as in the indexes. */
const SEARCHED = 20_000;

const fields = (content: string): string => `
  t.id, t.kind, t.conversation_id AS "conversationId", t.message_id AS "messageId", t.role, t.at,
  ${content} AS content, t.quoted_from AS "quotedFrom"`;

/**
 * By hand: one prepared statement over four tables, and a bounded number of rows of each. The newest texts of each kind, newest
 * first; those that do not match have no content. `$1` workspace, `$3` below this id, `$4` from this id
 * on, and the parameters of {@link MATCHES}.
 */
export const LIST_NEWEST_TEXTS = `
  SELECT ${fields(`CASE WHEN ${MATCHES} THEN left(t.content, ${SEARCHED}) END`)}
  FROM (${each('m.id < $3::uuid AND m.id >= $4::uuid', `ORDER BY m.id DESC LIMIT ${WINDOW}`)}) t
    JOIN conversations c ON c.workspace_id = $1 AND c.id = t.conversation_id
  ORDER BY t.id DESC`;

/**
 * By hand: the same of these texts, and only those that match. `$3` ids, `$4` from this id on, and the
 * parameters of {@link MATCHES}.
 */
export const LIST_FOUND_TEXTS = `
  SELECT ${fields(`left(t.content, ${SEARCHED})`)}
  FROM (${each('m.id = ANY ($3::uuid[]) AND m.id >= $4::uuid')}) t
    JOIN conversations c ON c.workspace_id = $1 AND c.id = t.conversation_id
  WHERE ${MATCHES}
  ORDER BY t.id DESC LIMIT ${MOST_CANDIDATES}`;

/**
 * The query of a text: all its words, and the beginning of one. The function leaves no character in a term that means something in
 * a query. Terms that are not ASCII may be a part of a pair, so that the beginning is enough here.
 */
const QUERY = `(
  SELECT string_agg(quote_literal(term) || CASE WHEN is_prefix OR octet_length(term) > char_length(term) THEN ':*' ELSE '' END,
    ' & ')::tsquery
  FROM (
    SELECT term, false AS is_prefix FROM unnest(conversation_search_terms(right($1::text, 12), $2)) AS term
    UNION ALL
    SELECT term, true FROM unnest(conversation_search_terms(right($1::text, 12), $3)) AS term
  ) terms
)`;

/**
 * By hand: full-text search. The ids of texts with all words, at most {@link MOST_MATCHES} of each kind, and whether there may be more. `$1`
 * workspace, `$2` words, `$3` beginning of a word.
 */
export const FIND_TEXTS_WITH_WORDS = `
  SELECT coalesce(array_agg(id), '{}') AS ids, coalesce(max(found) >= ${MOST_MATCHES}, false) AS "isIncomplete"
  FROM (SELECT id, count(*) OVER (PARTITION BY kind) AS found FROM (
    ${[
      ['messages', 'content', ''],
      ['inbox_notes', 'content', ''],
      ['conversations', 'subject', ''],
      ['message_attachments', 'file_name', 'AND NOT inline'],
    ]
      .map(
        ([table, column, rows]) => `(SELECT id, '${table}' AS kind FROM ${table}
        WHERE workspace_id = $1::uuid AND ${termsOf(column!)} @@ ${QUERY} ${rows} LIMIT ${MOST_MATCHES})`,
      )
      .join(' UNION ALL ')}
  ) texts) counted`;
