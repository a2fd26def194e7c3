/** What the indexes `messages_search` and `conversations_search` have of a column. */
const termsOf = (column: string): string =>
  `array_to_tsvector(conversation_search_terms(right(workspace_id::text, 12), ${column}))`;

/** What a text asks for: all of its words, each perhaps only the beginning of one. Null where it has none. */
const QUERY = `(
  SELECT string_agg(quote_literal(term) || ':*', ' & ')::tsquery
  FROM unnest(conversation_search_terms(right($1::text, 12), $2)) AS term
)`;

/**
 * By hand: full-text search. `$1` workspace, `$2` text, `$3` how many matches are looked at of each kind. The conversations
 * whose subject or one of whose messages has all words, and whether there may be others.
 */
export const FIND_CONVERSATIONS_WITH_WORDS = `
  SELECT coalesce(array_agg(DISTINCT id), '{}') AS ids, count(*) FILTER (WHERE is_message) >= $3
    OR count(*) FILTER (WHERE NOT is_message) >= $3 AS "areSome"
  FROM (
    (SELECT conversation_id AS id, true AS is_message FROM messages
      WHERE workspace_id = $1::uuid AND ${termsOf('content')} @@ ${QUERY} LIMIT $3::integer)
    UNION ALL
    (SELECT id, false FROM conversations
      WHERE workspace_id = $1::uuid AND ${termsOf('subject')} @@ ${QUERY} LIMIT $3::integer)
  ) found`;

/** The same of some conversations only, `ids` in SQL, as a condition on a conversation `c`. */
export function hasWords(workspaceId: string, text: string, ids: string): string {
  const query = QUERY.replaceAll('$1', workspaceId).replaceAll('$2', text);
  return `(${termsOf('c.subject').replace('workspace_id', 'c.workspace_id')} @@ ${query} OR c.id = ANY (ARRAY(
    SELECT conversation_id FROM messages
    WHERE workspace_id = ${workspaceId}::uuid AND conversation_id = ANY (ARRAY(${ids})) AND ${termsOf('content')} @@ ${query}
  )))`;
}
