// `npm run test:postgres`, for a PostgreSQL of another version: the suites of statements that are written by hand. Suites of the surfaces
// above (command line, MCP, pages, documents of the API) send the same statements.
const SQL =
  '(e2e|peers|background)/(agent|chat-contacts|contact|conversation|credits|embedding-jobs|event|expired|idempotency|inbox|knowledge|' +
  'limit-stores|message-search|prepared|queue|quarantined|registrations|retention|search|semantic|sla|source-(changes|indexing)|' +
  'support|token-usage|transcripts|view|visitor-mess|visitor-vis|workspace)';
process.env.TEST_ONLY ??= SQL;

/** @type {import('jest').Config} */
module.exports = require('./jest.all.config');
