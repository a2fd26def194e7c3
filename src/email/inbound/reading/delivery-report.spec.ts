import { readDeliveryStatus } from './delivery-report';

const status = (...fields: string[]): string => `Reporting-MTA: dns; mx.example.com\n\n${fields.join('\n')}\n`;

describe('readDeliveryStatus', () => {
  it('reads the report about a receiver', () => {
    const text = status(
      'Original-Recipient: rfc822;ada@example.com',
      'Final-Recipient: rfc822; lovelace@example.net',
      'Action: failed',
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 5.1.1\n    No such user',
    );
    const report = {
      action: 'failed',
      recipient: 'ada@example.com',
      status: '5.1.1',
      diagnostic: '550 5.1.1 No such user',
    };
    expect(readDeliveryStatus(text)).toEqual(report);
    expect(readDeliveryStatus(text.replaceAll('\n', '\r\n'))).toEqual(report);
  });

  it.each([
    ['FAILED', 'failed'],
    ['delayed (still trying)', 'delayed'],
    ['relayed', 'delivered'],
    ['expanded', 'delivered'],
    ['delivered', 'delivered'],
  ])('%s is %s with any status', (action, read) => {
    expect(readDeliveryStatus(status(`Action: ${action}`, 'Status: 4.0.0'))?.action).toBe(read);
  });

  it('returns the worst of several receivers', () => {
    const text = status(
      'Final-Recipient: rfc822; a@b.c',
      'Action: delivered',
      '',
      'Final-Recipient: rfc822; d@e.f',
      'Action: failed',
    );
    expect(readDeliveryStatus(text)).toMatchObject({ action: 'failed', recipient: 'd@e.f' });
  });

  it.each(['', 'Action:', status('Status: 5.1.1'), 'failed', status('Action: unheard-of')])(
    'is null for %j',
    (text) => {
      expect(readDeliveryStatus(text)).toBeNull();
    },
  );
});
