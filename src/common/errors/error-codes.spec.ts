import { allErrorCodes, declareErrors, statusOf } from './error-codes';

describe('declareErrors', () => {
  it('refuses a code that has a status already, and keeps that', () => {
    expect(() => declareErrors({ not_found: 410 })).toThrow('not_found is declared twice');
    expect(statusOf('not_found')).toBe(404);
  });

  it('puts the codes of features last', () => {
    declareErrors({ teapot: 418 });
    expect(allErrorCodes().at(0)).toBe('validation_failed');
    expect(allErrorCodes().indexOf('teapot' as 'not_found')).toBeGreaterThan(allErrorCodes().indexOf('overloaded'));
  });
});
