// `npm run test:thorough`: calls of every operation, what the service does by itself, what other servers do, what attackers send, long
// random sequences, processes that are killed, the words of the documentation, the clients of others, and the command line as a process of its own.
process.env.TEST_ONLY ??= '^test/(?!contract/|e2e/)';

/** @type {import('jest').Config} */
module.exports = require('./jest.all.config');
