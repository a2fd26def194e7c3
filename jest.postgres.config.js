// `npm run test:postgres`, for a PostgreSQL of another version: the end-to-end suites of what is stored. Suites of the
// surfaces above (command line, MCP, pages, documents of the API) send the same statements.
const SQL =
  'e2e/(accounts|agent|chat-contacts|contact|conversation|credentials|credits|embedding-jobs|expired|idempotency|inbound-mail|' +
  'inbox|invitations|keys|knowledge|labels|limit-stores|member|notification|preferences|prepared|queue|quarantined|' +
  'registrations|retention|search|semantic|sessions|sla|source|support|token-usage|transcripts|visitor-mess|visitor-vis|workspace)';
process.env.TEST_ONLY ??= SQL;

/** @type {import('jest').Config} */
module.exports = require('./jest.all.config');
