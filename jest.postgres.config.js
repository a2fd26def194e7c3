// `npm run test:postgres`, for a PostgreSQL of another version: those suites of `npm test` whose statements are written by hand. Suites of
// the surfaces above (command line, MCP, pages, documents of the API) send the same statements, and `npm run test:thorough` takes a server, too.
const SQL =
  'e2e/(agent|chat-contacts|contact|conversation|credits|event|idempotency|inbox|knowledge|message-search|prepared|queue|' +
  'registrations|search|sla|support|transcripts|view|visitor-mess|visitor-vis|workspace)';
process.env.TEST_ONLY ??= SQL;

/** @type {import('jest').Config} */
module.exports = require('./jest.all.config');
