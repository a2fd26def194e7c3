import { isNoReply, MailHeaders, saysAutomatic, senderVerdict, subjectSaysAutomatic } from './mail-headers';

const headers = (...lines: string[]): MailHeaders =>
  new MailHeaders(
    lines.map((line) => {
      const [key = '', ...value] = line.split(':');
      return { key: key.toLowerCase(), value: value.join(':').trim() };
    }),
  );

describe('senderVerdict', () => {
  const of = (...lines: string[]) => senderVerdict(headers(...lines), 'mx.ours.example', ['ada@example.com']);
  const results = (text: string) => `Authentication-Results: ${text}`;

  it.each([
    ['mx.ours.example; dmarc=pass header.from=example.com', 'verified'],
    ['MX.ours.example 1; spf=fail; dmarc=pass (p=reject)', 'verified'],
    ['mx.ours.example; dmarc=fail header.from=example.com', 'unverified'],
    ['mx.ours.example; spf=pass; dkim=pass', 'unknown'],
    ['mx.ours.example; dmarc=none', 'unknown'],
    ['mx.ours.example; dmarc=pass header.from=other.example', 'unknown'],
    ['mx.ours.example.evil; dmarc=pass', 'unknown'],
    ['mx.ours.example; spf=none (; dmarc=pass) smtp.mailfrom="; dmarc=pass"', 'unknown'],
    [String.raw`mx.ours.example; spf=pass smtp.mailfrom="a\"; dmarc=pass; \"b"@x.example; dmarc=fail`, 'unverified'],
    [String.raw`mx.ours.example; spf=pass (of a\) ; dmarc=pass; \(b); dmarc=fail`, 'unverified'],
    ['mx.ours.example; spf=pass (of "a) ; dmarc=fail', 'unverified'],
    ['', 'unknown'],
  ])('%s is %s', (text, verdict) => {
    expect(of(results(text))).toBe(verdict);
  });

  it('uses the topmost header of the server, which was written last', () => {
    expect(of(results('mx.ours.example; dmarc=fail'), results('mx.ours.example; dmarc=pass'))).toBe('unverified');
    expect(of(results('other.example; dmarc=pass'), results('mx.ours.example; dmarc=fail'))).toBe('unverified');
  });

  it('trusts no email with two senders or none, and no server without a setting', () => {
    const passed = results('mx.ours.example; dmarc=pass');
    const named = (...senders: string[]) => senderVerdict(headers(passed), 'mx.ours.example', senders);
    expect(of('From: a@example.com', 'From: b@example.com', passed)).toBe('unverified');
    expect([named('a@example.com', 'b@example.com'), named()]).toEqual(['unverified', 'unverified']);
    const unchecked = (...senders: string[]) => senderVerdict(headers(results('x; dmarc=pass')), null, senders);
    expect([unchecked('ada@example.com'), unchecked()]).toEqual(['unknown', 'unknown']);
    expect(unchecked('a@example.com', 'b@example.com')).toBe('unverified');
  });
});

it.each([
  ['Auto-Submitted: auto-generated', true],
  ['Auto-Submitted: auto-replied (vacation)', true],
  ['Auto-Submitted: no', false],
  ['Auto-Submitted: No; comment=x', false],
  ['Precedence: bulk', true],
  ['Precedence: first-class', false],
  ['List-Unsubscribe: <https://example.com>', true],
  ['X-Auto-Response-Suppress: All', false],
])('%s: automatic %s', (line, automatic) => {
  expect(saysAutomatic(headers(line))).toBe(automatic);
});

it('recognizes no-reply addresses, and subjects of vacation notices', () => {
  for (const address of ['no-reply@x.example', 'noreply@x.example', 'donotreply@x.example', 'no_reply+1@x.example'])
    expect([address, isNoReply(address)]).toEqual([address, true]);
  for (const address of ['replyno@x.example', 'nora@x.example', 'norepa@x.example'])
    expect(isNoReply(address)).toBe(false);
  for (const subject of ['Automatic reply: Parcel', 'Out of Office', 'Autosvar: Paket'])
    expect(subjectSaysAutomatic(subject)).toBe(true);
  expect(subjectSaysAutomatic('Re: Automatic reply')).toBe(false);
});
