/** By hand: chat turns and import batches run it before they commit, prepared. `$1` workspace, `$2` instant. */
export const LIST_HASHES_SINCE = `
  SELECT h.hash FROM contact_erasures, unnest(ARRAY[external_id_hash, email_hash]) AS h (hash)
  WHERE workspace_id = $1 AND erased_at > $2 AND h.hash IS NOT NULL`;
