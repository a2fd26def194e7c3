import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { CountryCode } from 'libphonenumber-js';
import { LONGEST_PHONE } from '../../contact-fields';
import { remembered } from '../../../common/validation/remembered';

/**
 * Returns a function that reads a phone number as people write it: national numbers with the default country, and international ones
 * with `00`. A number with a plus sign is returned as it is, for the rules of the field. Null if it cannot be dialed from any country.
 *
 * @param defaultCountry ISO 3166-1 alpha-2. Null: numbers must have a country code
 */
export function phoneReader(defaultCountry: string | null): (text: string) => string | null {
  const country = defaultCountry as CountryCode | null;
  const national = remembered(1_000, (text): string | null => {
    const international = country === null && text.startsWith('00') ? `+${text.slice(2)}` : text;
    const options = { extract: false, ...(country === null ? {} : { defaultCountry: country }) };
    const number = parsePhoneNumberFromString(international, options);
    return number?.isPossible() && !number.ext ? number.number : null;
  });
  return (text) => {
    const plain = text.trim();
    if (plain.startsWith('+')) return plain;
    return plain.length > LONGEST_PHONE ? null : national(plain);
  };
}
