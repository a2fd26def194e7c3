import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { CountryCode } from 'libphonenumber-js';
import { LONGEST_PHONE } from '../../contact-fields';
import { remembered } from '../../../common/validation/remembered';

/** Behind a number: an extension, which is dialed afterwards, or what kind of number it is. */
const EXTENSION =
  /(?:[\s,;]*(?:\b(?:ext(?:ension|n)?|durchwahl|dw|poste|int)\b\.?|x|#)\s{0,5}:?\s{0,5}\d{1,8}|\s{0,5}\([^()\d]{1,20}\))$/i;

/**
 * Returns a function that reads a phone number as people write it: national numbers with the default country, and international ones
 * with `00`. An extension is left out. A number with a plus sign is returned as it is, for the rules of the field. Null if it cannot be dialed from any country.
 *
 * @param defaultCountry ISO 3166-1 alpha-2. Null: numbers must have a country code
 */
export function phoneReader(defaultCountry: string | null): (text: string) => string | null {
  const country = defaultCountry as CountryCode | null;
  const national = remembered(1_000, (text): string | null => {
    const international = country === null && text.startsWith('00') ? `+${text.slice(2)}` : text;
    const options = { extract: false, ...(country === null ? {} : { defaultCountry: country }) };
    const number = parsePhoneNumberFromString(international, options);
    return number?.isPossible() ? number.number : null;
  });
  return (text) => {
    const plain = text.trim();
    if (plain.length > 2 * LONGEST_PHONE) return null;
    if (EXTENSION.test(plain)) return national(plain.replace(EXTENSION, ''));
    if (plain.startsWith('+')) return plain;
    return plain.length > LONGEST_PHONE ? null : national(plain);
  };
}
