// `npm test`: the suites that follow every change. `npm run test:thorough` has the others, so that these stay quick.
process.env.TEST_ONLY ??= '^(src|test/(contract|e2e))/';

/** @type {import('jest').Config} */
module.exports = require('./jest.all.config');
