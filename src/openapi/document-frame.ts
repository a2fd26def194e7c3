/** Relative: the document is the same for every installation, and Swagger UI calls the one that served it. */
export const SERVER = {
  url: '/api/v1',
  description: 'The installation that serves this document, local or in production',
  'x-internal': false,
};

const DESCRIPTION = `Chat agents that answer from their sources and hand conversations over to people.

- Request and response bodies are JSON in camelCase. Times are ISO 8601 in UTC, with milliseconds. A response always has every field of its record; unknown values are \`null\`.
- A \`PATCH\` changes only the fields you send. Unknown fields and query parameters are refused.
- Every response has an \`X-Request-Id\` header. Rate-limited operations report their limit in \`RateLimit-*\` headers.
- Every error has the form \`{error, code, details?}\`: a message for people, a stable code for programs, and the problems by field.
- Resources that you cannot see return 404, exactly as if they did not exist.`;

/** The parts of the document other than operations. The version is that of the interface, not of the program. */
export const INFO = {
  title: 'Parley',
  version: '0.1.5',
  description: DESCRIPTION,
  contact: { name: 'The maintainers of Parley' },
  license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
};
