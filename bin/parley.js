#!/usr/bin/env node
'use strict';

// The command line is compiled with the service; a checkout that was never built has nothing to run.
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const compiled = join(__dirname, '..', 'dist', 'parley.cjs');
if (existsSync(compiled)) {
  require(compiled);
} else {
  console.error('parley is not built yet: run npm run build.');
  process.exitCode = 1;
}
