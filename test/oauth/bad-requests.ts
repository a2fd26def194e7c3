import { BASE, MCP, unknownResources, unknownScopes } from './bad-values';

/** A token request, and how it is refused. */
export interface BadRequest {
  title: string;
  /** Name of the key that calls: it sets the ceiling. */
  key: 'full' | 'reader' | 'chatter';
  headers?: Record<string, string | undefined>;
  form?: string;
  query?: string;
  status: 400 | 401;
  error: 'invalid_request' | 'unsupported_grant_type' | 'invalid_scope' | 'invalid_target' | 'invalid_client';
}

const GOOD = 'grant_type=client_credentials';
const encoded = encodeURIComponent;

const form = (error: BadRequest['error'], bodies: readonly string[], key: BadRequest['key'] = 'full'): BadRequest[] =>
  bodies.map((body) => ({
    title: `the form ${JSON.stringify(body)} of the ${key} key`,
    key,
    form: body,
    status: error === 'invalid_client' ? 401 : 400,
    error,
  }));

const mediaTypes: BadRequest[] = [
  undefined,
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'text/plain;charset=UTF-8',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencode',
  'application/x-www-form-urlencodedx',
  'x-www-form-urlencoded',
  'application/xml',
  'application/octet-stream',
  'application/x-www-form-urlencoded; charset=iso-8859-1',
  'application/x-www-form-urlencoded; charset=utf-16',
  'application/x-www-form-urlencoded; boundary=x',
  'application/x-www-form-urlencoded;',
  'application/x-www-form-urlencoded; charset',
  'application/x-www-form-urlencoded; charset=',
  'application/x-www-form-urlencoded; charset=utf-8;',
  'application/x-www-form-urlencoded; charset=utf-8; foo',
  'application/x-www-form-urlencoded; charset=utf-8; boundary=x',
  'application/x-www-form-urlencoded; charset=utf-8; charset=latin1',
  'application/x-www-form-urlencoded; charset=utf-8; charset=utf-8',
  'application/x-www-form-urlencoded; charset="utf-8"x',
  'application/x-www-form-urlencoded; charset="utf-8',
  'application/x-www-form-urlencoded; charset=utf-8"',
  'application/x-www-form-urlencoded; foo; charset=utf-8',
  'application/x-www-form-urlencoded, application/json',
  'application/*',
].map((mediaType) => ({
  title: `the media type ${mediaType ?? '(none)'}`,
  key: 'full',
  headers: { 'content-type': mediaType },
  form: GOOD,
  status: 400,
  error: 'invalid_request',
}));

const inTheAddress: BadRequest[] = [
  'grant_type=client_credentials',
  'client_id=x&client_secret=y',
  'client_secret=ck_x',
  'scope=agents:read',
  `resource=${encoded(BASE)}`,
  'access_token=ct_x',
  'x',
  'x=',
].map((query) => ({
  title: `the query ${query}`,
  key: 'full',
  query,
  form: GOOD,
  status: 400,
  error: 'invalid_request',
}));

const grantTypes = [
  ...form('invalid_request', [
    '',
    'grant_type',
    'grant_type=',
    'Grant_Type=client_credentials',
    'GRANT_TYPE=client_credentials',
    'grant%20type=client_credentials',
    '+grant_type=client_credentials',
    'granttype=client_credentials',
    'scope=agents:read',
    `resource=${encoded(MCP)}`,
    '{"grant_type":"client_credentials"}',
    '=client_credentials',
    'client_credentials',
    '&&&',
    '%',
  ]),
  ...form(
    'unsupported_grant_type',
    [
      'authorization_code',
      'password',
      'refresh_token',
      'implicit',
      'none',
      'CLIENT_CREDENTIALS',
      'Client_Credentials',
      'client-credentials',
      'client_credential',
      'client_credentials+',
      '+client_credentials',
      'client_credentials%00',
      'client_credentials%0A',
      'client_credentials,client_credentials',
      'client_credentials+client_credentials',
      'urn:ietf:params:oauth:grant-type:jwt-bearer',
      'urn:ietf:params:oauth:grant-type:token-exchange',
      'urn:ietf:params:oauth:grant-type:device_code',
      'null',
      '0',
    ].map((grantType) => `grant_type=${grantType}`),
  ),
];

const scopes = [
  ...form(
    'invalid_scope',
    unknownScopes.map((scope) => `${GOOD}&scope=${scope}`),
  ),
  ...form(
    'invalid_scope',
    unknownScopes.slice(0, 12).map((scope) => `${GOOD}&resource=${encoded(MCP)}&scope=${scope}`),
  ),
  ...form(
    'invalid_scope',
    unknownScopes.slice(0, 12).map((scope) => `scope=${scope}&resource=${encoded(BASE)}&${GOOD}`),
  ),
  ...form('invalid_scope', [
    `${GOOD}&resource=${encoded(MCP)}&scope=chat:write`,
    `${GOOD}&resource=${encoded(MCP)}&scope=agents:read+chat:write`,
    `${GOOD}&resource=${encoded(MCP)}&scope=chat:write+agents:read`,
  ]),
  ...form(
    'invalid_scope',
    ['chat:write', 'agents:read+chat:write', 'chat:write+agents:read'].flatMap((scope) => [
      `${GOOD}&scope=${scope}`,
      `${GOOD}&scope=${scope}&resource=${encoded(BASE)}`,
    ]),
    'reader',
  ),
  ...form(
    'invalid_scope',
    [
      ...['agents:read', 'agents:read+chat:write', 'chat:write+agents:read'].flatMap((scope) => [
        `${GOOD}&scope=${scope}`,
        `${GOOD}&scope=${scope}&resource=${encoded(BASE)}`,
        `${GOOD}&scope=${scope}&resource=${encoded(MCP)}`,
      ]),
      `${GOOD}&resource=${encoded(MCP)}`,
      `${GOOD}&resource=${encoded(MCP)}&scope=`,
      `${GOOD}&resource=${encoded(MCP)}&scope=chat:write`,
    ],
    'chatter',
  ),
];

const resources = [
  ...form(
    'invalid_target',
    unknownResources.map((resource) => `${GOOD}&resource=${encoded(resource)}`),
  ),
  ...form('invalid_target', [
    `${GOOD}&resource=${encoded(BASE)}&resource=${encoded(MCP)}`,
    `${GOOD}&resource=${encoded(MCP)}&resource=${encoded(BASE)}`,
    `${GOOD}&resource=${encoded(BASE)}&resource=${encoded(BASE)}`,
    `${GOOD}&resource=&resource=${encoded(BASE)}`,
    `resource=${encoded(BASE)}&${GOOD}&resource=`,
    // A wrong address is reported before a wrong scope.
    `${GOOD}&scope=x&resource=mcp`,
    `resource=x&scope=chat:write&${GOOD}`,
  ]),
];

const repeated = form('invalid_request', [
  `${GOOD}&${GOOD}`,
  `${GOOD}&grant_type=password`,
  `${GOOD}&grant_type=`,
  `grant_type=&${GOOD}`,
  `${GOOD}&grant%5Ftype=client_credentials`,
  `${GOOD}&scope=agents:read&scope=agents:read`,
  `${GOOD}&scope=agents:read&scope=chat:write`,
  `${GOOD}&scope=&scope=`,
  `${GOOD}&scope=agents:read&scope=`,
  `${GOOD}&x=1&x=2`,
  `${GOOD}&x&x`,
  `${GOOD}&client_id=x&client_id=x`,
  // In addition to any other error.
  'grant_type=password&grant_type=password',
  `${GOOD}&scope=x&scope=y`,
  `${GOOD}&resource=x&scope=a&scope=b`,
]);

const clientInForm = form('invalid_request', [
  `${GOOD}&client_id=x`,
  `${GOOD}&client_id=00000000-0000-0000-0000-000000000000`,
  `client_id=0198c5f0-7a3e-7cc1-9d2f-3f0f4a1f2b3c&${GOOD}`,
  `${GOOD}&client_secret=`,
  `${GOOD}&client_secret=ck_x`,
  `${GOOD}&client_id=x&client_secret=y`,
  `${GOOD}&client_assertion=x`,
  `${GOOD}&client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer&client_assertion=x`,
]);

/** Invalid from any client. For clients that cannot be authenticated, see the specification of this table. */
export const BAD_REQUESTS: readonly BadRequest[] = [
  ...mediaTypes,
  ...inTheAddress,
  ...grantTypes,
  ...scopes,
  ...resources,
  ...repeated,
  ...clientInForm,
];
