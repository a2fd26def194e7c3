import { MailScan } from './mail-scan';

function scanned(...parts: string[]): MailScan {
  const scan = new MailScan();
  for (const part of parts) scan.take(Buffer.from(part));
  scan.end();
  return scan;
}

describe('MailScan', () => {
  it('finds the receivers, most trusted first', () => {
    const head = 'To: a@example.com, Bo <b@example.com>\r\nDelivered-To: c@example.com\r\nX-Other: d@example.com';
    expect(scanned(`${head}\r\n\r\nTo: e@example.com`).addressees).toEqual([
      'c@example.com',
      'a@example.com',
      'b@example.com',
    ]);
  });

  it('skips any number of other headers, and reads a hundred of one name', () => {
    expect(scanned(`${'a:\n'.repeat(340_000)}To: late@example.com\n\n`).addressees).toEqual(['late@example.com']);
    const many = Array.from({ length: 60_000 }, (_, n) => `To: a${n}@b.c\n`).join('');
    expect(scanned(`${many}\n`).addressees).toHaveLength(100);
  });
});
