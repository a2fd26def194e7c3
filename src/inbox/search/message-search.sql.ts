import { NIL } from 'uuid';

/** Texts of each source that one statement reads. The limits stand in the statements, so that their plans are made for them. */
export const WINDOW = 500;
/** Texts with the words that one statement reads: some lack a phrase, or have a word in a quotation only. */
export const MOST_CANDIDATES = 300;
/** Texts of each source that one search collects, at most. */
const MOST_MATCHES = 5_000;

/** The terms of a text, as in the indexes. */
const termsOf = (column: string): string =>
  `array_to_tsvector(conversation_search_terms(right(m.workspace_id::text, 12), ${column}))`;

/** Something that is searched. */
interface Source {
  table: string;
  text: string;
  only?: string;
  /** The order of its rows. Ids of version 7 are in the order of time. */
  place: readonly [string, string];
  fields: string;
  joins?: string;
}

const NONE = `'${NIL}'::uuid`;
const carrier = (table: string, alias: string): string =>
  `JOIN ${table} ${alias} ON ${alias}.workspace_id = $1 AND ${alias}.conversation_id = m.conversation_id AND ${alias}.id = m.message_id`;

export const SOURCES: readonly Source[] = [
  {
    table: 'messages',
    text: 'content',
    place: ['m.id', NONE],
    fields: `'message' AS kind, m.conversation_id, m.id AS message_id, m.role, m.created_at AS at, m.content, m.quoted_from`,
  },
  {
    table: 'inbox_notes',
    text: 'content',
    place: ['m.id', NONE],
    fields: `'note', m.conversation_id, m.id, NULL, m.created_at, m.content, NULL::integer`,
  },
  {
    table: 'conversations',
    text: 'subject',
    place: ['m.id', NONE],
    fields: `'subject', m.id, NULL::uuid, NULL, m.created_at, m.subject, NULL::integer`,
  },
  {
    // Names of images within a text say nothing.
    table: 'message_attachments',
    text: 'file_name',
    only: 'NOT m.inline',
    place: ['m.id', NONE],
    fields: `'file', m.conversation_id, m.message_id, o.role, o.created_at, m.file_name, NULL::integer`,
    joins: carrier('messages', 'o'),
  },
  {
    // Uploads are up to a day older than the message or note that carries them, so they stand with it.
    table: 'files',
    text: 'file_name',
    only: 'm.message_id IS NOT NULL AND NOT m.inline',
    place: ['m.message_id', 'm.id'],
    fields: `'file', m.conversation_id, m.message_id, o.role, coalesce(o.created_at, n.created_at, m.created_at), m.file_name, NULL::integer`,
    joins: `LEFT ${carrier('messages', 'o')} LEFT ${carrier('inbox_notes', 'n')}`,
  },
];

/** In this range: `$3` and `$14` the place below which, `$4` the id from which on. */
const inRange = ({ place }: Source): string =>
  `(${place.join(', ')}) < ($3::uuid, $14::uuid) AND ${place[0]} >= $4::uuid`;
const newestFirst = ({ place }: Source): string => `ORDER BY ${place[0]} DESC, ${place[1]} DESC LIMIT ${WINDOW}`;

/** Texts of each source in the range and by `where`, and in `order`, which limits each source alone. */
const each = (where: string, order: (source: Source) => string = () => ''): string =>
  SOURCES.map((source) => {
    const { table, place, fields, joins = '', only = 'true' } = source;
    return `(SELECT '${table}' AS source, ${place[0]} AS place_id, ${place[1]} AS place_file, ${fields} FROM ${table} m ${joins}
      WHERE m.workspace_id = $1 AND ${only} AND ${inRange(source)} AND ${where} ${order(source)})`;
  }).join(' UNION ALL ');

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
  AND ($13::boolean IS NULL OR $13 = (EXISTS (
    SELECT FROM message_attachments f
    WHERE f.workspace_id = $1 AND f.conversation_id = c.id AND f.message_id = t.message_id AND NOT f.inline)
  OR EXISTS (
    SELECT FROM files f WHERE f.workspace_id = $1 AND f.conversation_id = c.id AND f.message_id = t.message_id AND NOT f.inline)))
  AND NOT EXISTS (
    SELECT FROM replies y
    WHERE y.workspace_id = $1 AND y.conversation_id = c.id AND y.message_id = t.message_id AND y.status = 'undone')`;

/** Characters of a text that are searched, as in the indexes. */
const SEARCHED = 20_000;

const fields = (content: string): string => `
  t.source, t.place_id || CASE t.place_file WHEN ${NONE} THEN '' ELSE '.' || t.place_file END AS place, t.kind, t.conversation_id AS "conversationId", t.message_id AS "messageId", t.role, t.at,
  ${content} AS content, t.quoted_from AS "quotedFrom"`;

/**
 * By hand: one prepared statement over five tables, and a bounded number of rows of each. The newest texts of each source, newest
 * first; those that do not match have no content. `$1` workspace, and the parameters of {@link inRange} and {@link MATCHES}.
 */
export const LIST_NEWEST_TEXTS = `
  SELECT ${fields(`CASE WHEN ${MATCHES} THEN left(t.content, ${SEARCHED}) END`)}
  FROM (${each('true', newestFirst)}) t
    JOIN conversations c ON c.workspace_id = $1 AND c.id = t.conversation_id
  ORDER BY t.place_id DESC, t.place_file DESC`;

/** By hand: the same of these texts, and only those that match. `$15` ids. */
export const LIST_FOUND_TEXTS = `
  SELECT ${fields(`left(t.content, ${SEARCHED})`)}
  FROM (${each('m.id = ANY ($15::uuid[])')}) t
    JOIN conversations c ON c.workspace_id = $1 AND c.id = t.conversation_id
  WHERE ${MATCHES}
  ORDER BY t.place_id DESC, t.place_file DESC LIMIT ${MOST_CANDIDATES}`;

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
 * By hand: full-text search. The ids of texts with all words, at most {@link MOST_MATCHES} of each source, and whether there may be
 * more. `$1` workspace, `$2` words, `$3` beginning of a word.
 */
export const FIND_TEXTS_WITH_WORDS = `
  SELECT coalesce(array_agg(id), '{}') AS ids, coalesce(max(found) >= ${MOST_MATCHES}, false) AS "isIncomplete"
  FROM (SELECT id, count(*) OVER (PARTITION BY source) AS found FROM (
    ${SOURCES.map(
      ({ table, text, only = 'true' }) => `(SELECT m.id, '${table}' AS source FROM ${table} m
        WHERE m.workspace_id = $1::uuid AND ${termsOf(`m.${text}`)} @@ ${QUERY} AND ${only} LIMIT ${MOST_MATCHES})`,
    ).join(' UNION ALL ')}
  ) texts) counted`;
