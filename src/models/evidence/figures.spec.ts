import { figuresOf, figuresStand } from './figures';
import { speechOf } from './speech';

/** Whether `quote` contains the figures of `claim`. `languages` are those of the two texts. */
const stands = (claim: string, quote: string, languages = 'english english'): boolean => {
  const [of = '', to = ''] = languages.split(' ');
  return figuresStand(figuresOf(claim, speechOf(of)), figuresOf(quote, speechOf(to)));
};

describe('figuresStand', () => {
  it.each([
    ['within 14 days', 'within 14 days'],
    ['within fourteen days', 'within 14 days'],
    ['within 14 days', 'within fourteen days'],
    ['1,000 euros', 'EUR 1000'],
    ['1 000 euros', '€1,000'],
    ['€1.000', '1000 euros', 'german english'],
    ['1’000 Franken', '1,000 Swiss francs', 'german english'],
    ['12,34,567 rupees', '1234567'],
    ['1,234.50', '1.234,5'],
    ['29.90', '29,90 €'],
    ['29', '29.00 euros'],
    ['50%', '50 percent'],
    ['50 %', '50 Prozent', 'english german'],
    ['50 por ciento', '50%', 'spanish english'],
    ['1 March 2026', '2026-03-01'],
    ['March 1st, 2026', '01.03.2026'],
    ['le 1er mars 2026', '1 March 2026', 'french english'],
    ['9:00', 'from 9 to 17'],
    ['from 9 to 17', '9:00–17:00'],
    ['10.30 Uhr', '10:30', 'german english'],
    ['5 million', '5,000,000'],
    ['1.5 million euros', '€1,500,000'],
    ['5 Mio. Euro', '5 million euros', 'german english'],
    ['250', 'two hundred and fifty'],
    ['twenty-five days', '25 days'],
    ['fünfundzwanzig Tage', '25 days', 'german english'],
    ['soixante-quinze', '75', 'french english'],
    ['quatre-vingts', '80', 'french english'],
    ['vijfentwintig', '25', 'dutch english'],
    ['١٤ يوما', '14 days', 'arabic english'],
    ['१४ दिन', '14 days', 'hindi english'],
    ['１４日', '14日', 'japanese japanese'],
    ['十四天', '14天', 'chinese chinese'],
    ['14天', '二十四天和十四天', 'chinese chinese'],
    ['5万元', '50000元', 'chinese chinese'],
    ['a 30-day trial', '30 days'],
    ['on Mondays', 'Monday to Friday'],
    ['le lundi', 'every Monday', 'french english'],
    ['You may ask', 'You may ask'],
    ['the 3rd step', 'the third step'],
    ['no figure at all', ''],
  ])('%j stands in %j', (...[claim = '', quote = '', languages]) => {
    expect(stands(claim, quote, languages)).toBe(true);
  });

  it.each([
    ['4711 bollards', 'The'],
    ['99 euros', '9 euros'],
    ['within 14 hours', 'within 14 days'],
    ['within fourteen hours', 'within 14 days'],
    ['29 dollars', '29 euros'],
    ['$29', '€29'],
    ['50%', '50 euros'],
    ['5 million', '5 thousand'],
    ['5 million', '5'],
    ['1', '1,000'],
    ['1.5', '1.500'],
    ['10', '100'],
    ['2 March 2026', '1 March 2026'],
    ['1 April 2026', '1 March 2026'],
    ['10:45', '10:30'],
    ['9 to 18', '9:00–17:00'],
    ['-5 degrees', '5 degrees'],
    ['thirteen days', '14 days'],
    ['vierzehn Tage', '13 days', 'german english'],
    ['十五天', '14天', 'chinese chinese'],
    ['१५ दिन', '14 days', 'hindi english'],
    ['on Sundays', 'Monday to Friday'],
    ['le dimanche', 'every Monday', 'french english'],
    ['14 jours', '14 weeks', 'french english'],
  ])('%j does not stand in %j', (...[claim = '', quote = '', languages]) => {
    expect(stands(claim, quote, languages)).toBe(false);
  });
});
