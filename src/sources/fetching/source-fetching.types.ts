/** The background task that fetches addresses. */
export const SOURCE_FETCHING = 'source-fetching';
