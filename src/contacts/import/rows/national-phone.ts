import { getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import type { CountryCode } from 'libphonenumber-js';
import { LONGEST_PHONE } from '../../contact-fields';
import { remembered } from '../../../common/validation/remembered';

/** Behind a number: an extension, which is dialed afterwards, or what kind of number it is. */
const EXTENSION =
  /(?:[\s,;]*(?:\b(?:ext(?:ension|n)?|durchwahl|dw|poste|int)\b\.?|x|#)\s{0,5}:?\s{0,5}\d{1,8}|\s{0,5}\([^()\d]{1,20}\))$/i;

/** `4.91701E+11`: a spreadsheet has left digits out. */
const ROUNDED = /^\+?\d(?:[.,]\d+)?\s?[Ee]\s?\+?\d{1,2}$/;

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
    // Where national numbers begin with 0, one without it has lost its plus sign.
    const isNational =
      number?.isValid() === true &&
      !(text.length > 10 && /^[1-9]/.test(text) && number.formatNational().startsWith('0'));
    const whole = isNational ? null : withCountryCode(text, country);
    return whole ?? (number?.isPossible() ? number.number : null);
  });
  return (text) => {
    // Programs that take a column of numbers for amounts write a fraction.
    const plain = text.trim().replace(/^(\d{7,15})[.,]0+$/, '$1');
    if (ROUNDED.test(plain)) return null;
    if (plain.length > 2 * LONGEST_PHONE) return null;
    if (EXTENSION.test(plain)) return national(plain.replace(EXTENSION, ''));
    if (plain.startsWith('+')) return plain;
    return plain.length > LONGEST_PHONE ? null : national(plain);
  };
}

/** A number with its country code, of which a spreadsheet has left out the plus sign. Null if it is none of the country. */
function withCountryCode(text: string, country: CountryCode | null): string | null {
  const digits = text.replace(/[\s()./-]/g, '');
  if (country === null || !/^[1-9]\d{7,14}$/.test(digits)) return null;
  const number = parsePhoneNumberFromString(`+${digits}`);
  return number?.countryCallingCode === getCountryCallingCode(country) && number.isValid() ? number.number : null;
}
