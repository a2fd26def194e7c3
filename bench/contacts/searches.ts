import type { Listing } from './caller';
import { EVERYWHERE } from './contact-row';
import { LAST_NAMES, PARTNERSHIP } from './names';

export interface Search {
  name: string;
  /** In lower case, as in the column. Requested in turn. */
  texts: readonly string[];
  /** Requests each text at most once, by any caller, so that caches do not help. */
  once?: boolean;
}

/** Texts of four and more characters that at least one row in sixty has. */
const FREQUENT = [
  ['mail', 'outlook', '@yahoo.com', 'icloud', '@gmx', 'web.de', 'proton', 'orange', 'gmbh', '.com', 'crm-00', 'aurora'],
  [
    'gmail',
    'hotmail',
    'tlook.com',
    'yahoo',
    'cloud.com',
    'gmx.net',
    '@web',
    'otmail.com',
    'example',
    'mann',
    'crm-0',
    'logistics',
  ],
];

/** Of eight characters, none of them frequent. */
const SURNAMES = LAST_NAMES.map((name) => name.toLowerCase())
  .filter((name) => name.length === 8)
  .slice(-360)
  .filter((_name, index) => index % 3 === 0);

/** By the number of results in a million rows. `who` takes turns with the texts that are requested once. */
export const searchesFor = (who: 0 | 1): readonly Search[] => [
  ...SEARCHES,
  { name: 'frequent, never searched before', texts: FREQUENT[who]!, once: true },
];

export const SEARCHES: readonly Search[] = [
  { name: '1 character, a third of all', texts: ['k'] },
  { name: '2 characters, one in eight', texts: ['mi'] },
  { name: '3 characters, one in five', texts: ['ann'] },
  { name: '8 characters, surnames', texts: SURNAMES },
  { name: '8 characters, a mail provider', texts: ['mail.com'] },
  { name: '200 characters, a company', texts: [PARTNERSHIP.toLowerCase().slice(0, 200)] },
  { name: 'nothing', texts: ['zqxjvkwy'] },
  { name: 'nothing, of frequent parts', texts: ['@mail.com'] },
  { name: 'everything, 1 character', texts: ['@'] },
  { name: 'everything, 4 characters', texts: [EVERYWHERE] },
];

export const listingsOf = ({ texts }: Search): Listing[] => texts.map((search) => ({ offset: 0, search }));
