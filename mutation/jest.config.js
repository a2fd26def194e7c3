// Jest inside of Stryker's sandbox. Beside the everyday configuration: one file that brings in all suites, so that the
// application is loaded once for a mutant, and no server or schema of its own; run.ts has started one for all of them.
const path = require('node:path');
const { globalSetup, globalTeardown, reporters, roots, testMatch, ...everyday } = require('../jest.config');

/** @type {import('jest').Config} */
module.exports = {
  ...everyday,
  rootDir: path.join(__dirname, '..'),
  testEnvironment: path.join(__dirname, 'until-first-failure.js'),
  testMatch: ['<rootDir>/mutation/all-suites.js'],
  roots: ['<rootDir>/mutation', '<rootDir>/src', '<rootDir>/test'],
  testTimeout: 30_000,
};
