import { isOneSlip } from './one-slip';

describe('isOneSlip', () => {
  it.each([
    ['latset', 'latest'],
    ['invoce', 'invoice'],
    ['invooice', 'invoice'],
    ['invoise', 'invoice'],
    ['kubernetess', 'kubernetes'],
    ['nvoice', 'invoice'],
  ])('is between “%s” and “%s”, both ways', (left, right) => {
    expect([isOneSlip(left, right), isOneSlip(right, left)]).toEqual([true, true]);
  });

  it.each([
    ['invoice', 'invoice'],
    ['invcie', 'invoice'],
    ['ivnoise', 'invoice'],
    ['invoiceses', 'invoice'],
    ['erase', 'erasmus'],
  ])('is not between “%s” and “%s”', (left, right) => {
    expect([isOneSlip(left, right), isOneSlip(right, left)]).toEqual([false, false]);
  });
});
