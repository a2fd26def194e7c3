/** By hand, as all statements of the search. Reads a row for each language of the agent. `$1` workspace, `$2` agent. */
export const FIND_MAIN_LANGUAGE = `
  SELECT language FROM knowledge_statistics
  WHERE workspace_id = $1 AND agent_id = $2 AND chunk_count > 0
  ORDER BY chunk_count DESC, language LIMIT 1`;
