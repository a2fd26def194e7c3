import { hostName, hostOf, isLocal } from './host-name';

describe('a host name', () => {
  it.each([
    ['chat.example.com', 'chat.example.com'],
    ['  Chat.EXAMPLE.com. ', 'chat.example.com'],
    ['chat.bücher.example', 'chat.xn--bcher-kva.example'],
    ['chat.xn--bcher-kva.example', 'chat.xn--bcher-kva.example'],
    ['chat.bu\u0308cher.example', 'chat.xn--bcher-kva.example'],
    ['col·laboració.example', 'xn--collaboraci-7sa20f.example'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
    [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
  ])('%j is %s', (text, name) => {
    expect(hostName(text)).toBe(name);
  });

  it.each([
    '',
    '.',
    'example',
    'localhost',
    'chat.localhost',
    'printer.local',
    'db.internal',
    'parley.default.svc',
    'https://chat.example.com',
    'chat.example.com:443',
    'chat.example.com/path',
    'chat.example.com?q',
    'user@chat.example.com',
    'chat..example.com',
    '-chat.example.com',
    'chat-.example.com',
    'chat_1.example.com',
    '*.example.com',
    '_parley.example.com',
    'chat example.com',
    'chat.example.com\u0000',
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '::1',
    '1.2.3',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(125)}example`,
    'xn--a.example\u2028',
    'chat%2eexample.com',
    'chat%2Eexample.com',
    '%63hat.example.com',
    'chat.example.com%2f',
    'chat。example.com',
    'chat．example.com',
    'chat｡example.com',
    'ｃhat.example.com',
    'chat.exa\u00admple.com',
    'chat.exa\u200bmple.com',
    'chat.example.com..',
    'chat.example.com.:443',
    'user:secret@chat.example.com',
    'chat.ﬁre.example',
    '①.example.com',
  ])('%j is not a host name', (text) => {
    expect(hostName(text)).toBeNull();
  });
});

it.each([
  ['chat.example.com:8443', 'chat.example.com', false],
  ['CHAT.example.com.', 'chat.example.com', false],
  ['localhost:3000', 'localhost', true],
  ['parley', 'parley', true],
  ['parley.default.svc:3000', 'parley.default.svc', true],
  ['10.0.0.7:3000', '10.0.0.7', true],
  ['[::1]:3000', '[::1]', true],
  ['', '', true],
])('the Host header %j names %s (the service itself: %s)', (header, host, local) => {
  expect(hostOf(header)).toBe(host);
  expect(isLocal(host)).toBe(local);
});
