import { isOtherSense } from './senses';

describe('isOtherSense', () => {
  it.each([
    ['charge', 'Charge the battery for 4 hours before first use.'],
    ['charges', 'The cable charges your phone.'],
    ['order', 'Rows are in alphabetical order.'],
    ['kosten', 'Sie können den Tee im Laden verkosten.'],
    ['commande', 'Ouvrez la ligne de commande.'],
  ])('sees that %s does not stand for its synonyms in: %s', (word, text) => {
    expect(isOtherSense(word, text)).toBe(true);
  });

  it.each([
    ['charge', 'We charge 5 euros for a new battery.'],
    ['charge', 'There is a charge of £3.'],
    ['order', 'Cancel an order before it ships.'],
    ['fee', 'The battery fee is 3 euros.'],
    ['charge', 'How much do you charge?'],
  ])('takes %s for its synonyms in: %s', (word, text) => expect(isOtherSense(word, text)).toBe(false));
});
