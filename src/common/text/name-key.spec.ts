import { nameKey } from './name-key';

describe('nameKey', () => {
  it.each([
    ['Acme', 'ACME'],
    ['Caf\u00e9', 'CAFE\u0301'],
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'straße'],
    ['\u212Aelvin', 'kelvin'],
    ['ΟΔΟΣ', 'οδος'],
    ['ΣΑΣ', 'σας'],
  ])('%s is the same name as %s', (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });

  it.each([
    ['Acme', 'Acme 2'],
    ['resume', 'résumé'],
    ['a b', 'a  b'],
    ['ﬁx', 'fi'],
  ])('%s is another name than %s', (one, other) => {
    expect(nameKey(one)).not.toBe(nameKey(other));
  });
});
