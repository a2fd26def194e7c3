import { normalForm } from './normal-form';

/**
 * What two names that must differ are compared by: canonically equivalent and caseless text is the same name.
 * JavaScript has no case folding (Unicode §3.13), but lower, upper, lower brings the pairs together that folding does:
 * ẞ, ß and ss, the Kelvin sign and k, all three sigmas.
 */
export function nameKey(name: string): string {
  return normalForm(normalForm(name, 'NFD').toLowerCase().toUpperCase().toLowerCase(), 'NFC');
}
