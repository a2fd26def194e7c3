import { normalForm } from './normal-form';

/**
 * The key that unique names are compared by: names that differ only in case or in canonically equivalent characters are the same.
 * JavaScript has no case folding (Unicode §3.13), but lower, upper, lower maps the same pairs together: ẞ, ß and ss, the Kelvin
 * sign and k, all three sigmas.
 */
export function nameKey(name: string): string {
  return normalForm(normalForm(name, 'NFD').toLowerCase().toUpperCase().toLowerCase(), 'NFC');
}
