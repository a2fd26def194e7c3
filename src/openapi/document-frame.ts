/** Relative: the document is the same for every installation, and Swagger UI calls the one that it was loaded from. */
export const SERVER = {
  url: '/api/v1',
  description: 'The installation that this document was loaded from, local or in production',
  'x-internal': false,
};

const DESCRIPTION = `Chat agents that answer from their knowledge and hand over to people.

- Bodies are JSON in camelCase. Instants are ISO 8601 in UTC with milliseconds. A response always has every field of its record; what is unknown is \`null\`.
- A \`PATCH\` changes only the fields that it brings. Unknown fields and query parameters are refused.
- Every response has \`X-Request-Id\`; limited operations tell their limit in \`RateLimit-*\`.
- Every refusal is \`{error, code, details?}\`: a sentence for a person, a stable word for a program, findings by field.
- What a caller may not see answers like what does not exist: 404.`;

/** The parts of the document that are no operation. The version is the interface's, not the program's. */
export const INFO = {
  title: 'Parley',
  version: '0.1.5',
  description: DESCRIPTION,
  contact: { name: 'The maintainers of Parley' },
  license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
};
