import { automaticMark, MailHeaders, senderVerdict, subjectSaysAutomatic } from './mail-headers';
import { isNoReply } from './sender-kinds';

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
  ['Auto-Submitted: auto-generated', 'auto_submitted'],
  ['Auto-Submitted: auto-replied (vacation)', 'auto_submitted'],
  ['Auto-Submitted: no', null],
  ['Auto-Submitted: No; comment=x', null],
  ['X-Autorespond: yes', 'auto_submitted'],
  ['Precedence: bulk', 'precedence'],
  ['Precedence: list', null],
  ['Precedence: first-class', null],
  ['List-Unsubscribe: <https://example.com>', null],
  ['List-Id: <news.example.com>', null],
  ['Feedback-ID: 1:2:3:mail', null],
  ['X-Auto-Response-Suppress: All', null],
])('%s: %s', (line, mark) => {
  expect(automaticMark(headers(line))).toBe(mark);
});

it('recognizes a newsletter by headers of two kinds, and no group', () => {
  const campaign = ['List-Unsubscribe: <https://example.com>', 'Feedback-ID: 1:2:3:mail'];
  expect(automaticMark(headers(...campaign))).toBe('newsletter');
  expect(automaticMark(headers(...campaign, 'List-Post: <mailto:a@example.com>'))).toBeNull();
});

it('recognizes no-reply addresses, and subjects of vacation notices', () => {
  for (const address of [
    'no-reply@x.example',
    'noreply@x.example',
    'donotreply@x.example',
    'no_reply+1@x.example',
    'orders-noreply@x.example',
    'noreply2@x.example',
    'nicht-antworten@x.example',
    'ne-pas-repondre@x.example',
  ])
    expect([address, isNoReply(address)]).toEqual([address, true]);
  for (const address of [
    'replyno@x.example',
    'nora@x.example',
    'norepa@x.example',
    'noreplyson@x.example',
    'no.rep@x.example',
  ])
    expect(isNoReply(address)).toBe(false);
  for (const subject of [
    'Automatic reply: Parcel',
    'Out of Office',
    'Autosvar: Paket',
    'Odpowiedź automatyczna: x',
    'Автоматический ответ: x',
  ])
    expect(subjectSaysAutomatic(subject)).toBe(true);
  expect(subjectSaysAutomatic('Re: Automatic reply')).toBe(false);
});
