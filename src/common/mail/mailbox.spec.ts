import { mailboxKey, mailboxOf } from './mailbox';

describe('mailboxOf', () => {
  it.each([
    ['Ada@Example.com', 'ada@example.com'],
    ['ada+news@example.com', 'ada@example.com'],
    ['ada+a+b@example.com', 'ada@example.com'],
    ['+ada@example.com', '+ada@example.com'],
    ['a.da@example.com', 'a.da@example.com'],
    ['A.d.a+x@gmail.com', 'ada@gmail.com'],
    ['ada@googlemail.com', 'ada@gmail.com'],
    ['ada@münchen.example', 'ada@xn--mnchen-3ya.example'],
    ['ada@XN--MNCHEN-3YA.example', 'ada@xn--mnchen-3ya.example'],
    ['zoe\u0308@example.com', 'zoë@example.com'],
  ])('%s arrives at %s', (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox);
  });

  it('has a key that does not reveal the address', () => {
    expect(mailboxKey('ada+news@example.com')).toBe(mailboxKey('ADA@example.com'));
    expect(mailboxKey('ada@example.com')).toMatch(/^[\w-]{43}$/);
    expect(mailboxKey('ada@example.com')).not.toBe(mailboxKey('eve@example.com'));
  });
});
