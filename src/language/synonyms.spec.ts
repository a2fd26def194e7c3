import { isFiller, phrasesIn, synonymsOf } from './synonyms';

describe('words of questions', () => {
  it('stand for others', () => {
    expect(synonymsOf('remove')).toEqual(expect.arrayContaining(['delete', 'erase']));
    expect(synonymsOf('removing')).toEqual(expect.arrayContaining(['delete']));
    expect(synonymsOf('kangaroo')).toEqual([]);
    expect(phrasesIn('Where do I turn encryption off?')).toContain('disable');
    expect(phrasesIn('Is it on?')).toEqual([]);
  });

  it.each([
    ['reschedule', 'postpone'],
    ['ausleihen', 'mieten'],
    ['louer', 'location'],
    ['alquilar', 'alquiler'],
  ])('%s stands for %s in everyday trades', (word, other) => {
    expect(synonymsOf(word)).toContain(other);
  });

  it.each(['might', 'fürs', 'puis', 'podemos'])('%s is a form of grammar', (word) => {
    expect(isFiller(word)).toBe(true);
  });

  it.each(['something', 'somthing', 'whenver', 'makng', 'wich'])('%s says little', (word) => {
    expect(isFiller(word)).toBe(true);
  });

  it.each(['redis', 'paypal', 'refund', 'wake', 'use1'])('%s says something', (word) => {
    expect(isFiller(word)).toBe(false);
  });
});
