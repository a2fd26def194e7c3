/** By hand: OFFSET, so that no more lexemes are counted than the limit has. `$1` workspace, `$2` agent, `$3` limit. */
export const EXISTS_LEXEME_BEYOND = `
  SELECT FROM knowledge_lexemes WHERE workspace_id = $1 AND agent_id = $2 AND chunk_count > 0 LIMIT 1 OFFSET $3`;
