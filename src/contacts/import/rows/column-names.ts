import { normalForm } from '../../../common/text/normal-form';

/** Parts of a name. They are joined where a row has no whole name. */
export const NAME_PARTS = ['firstName', 'middleName', 'lastName'] as const;

/**
 * How spreadsheets and the exports of other products call the fields, the most certain first. Letters and digits in lower case, as
 * {@link columnKey} leaves them.
 */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  // The id that the company gave the person comes before an id that the other product made.
  externalId: [
    'externalid',
    'userid',
    'identifier',
    'externaluserid',
    'customerid',
    'recordid',
    'recordidcontact',
    'contactid',
    'euid',
  ],
  name: ['name', 'fullname', 'displayname', 'contactname', 'customername'],
  firstName: ['firstname', 'givenname', 'forename', 'fname', 'vorname', 'prénom', 'nombre'],
  middleName: ['middlename', 'additionalname'],
  lastName: ['lastname', 'familyname', 'surname', 'lname', 'nachname', 'nomdefamille', 'apellidos', 'apellido'],
  email: [
    'email',
    'emailaddress',
    'email1value',
    'primaryemail',
    'emailadresse',
    'workemail',
    'mail',
    'email1',
    'correoelectrónico',
    'courriel',
  ],
  phone: [
    'phone',
    'phonenumber',
    'phone1value',
    'mobilephonenumber',
    'mobilephone',
    'mobile',
    'mobilenumber',
    'telephone',
    'telephonenumber',
    'tel',
    'cellphone',
    'cell',
    'workphone',
    'telefon',
    'telefonnummer',
    'téléphone',
    'teléfono',
  ],
  company: [
    'company',
    'companyname',
    'organization',
    'organisation',
    'organizationname',
    'organization1name',
    'associatedcompany',
    'firma',
    'société',
    'empresa',
  ],
  locale: ['locale', 'preferredlanguage'],
  timezone: ['timezone'],
  notes: ['notes', 'note'],
  agentIds: ['agentids'],
  attributes: ['attributes'],
  blocked: ['blocked'],
};

const RANKS = new Map(
  Object.entries(SPELLINGS).flatMap(([field, keys]) => keys.map((key, rank) => [key, { field, rank }] as const)),
);

/** Letters and digits of a column's name in lower case: `E-mail 1 - Value` and `e_mail1value` are the same. */
export function columnKey(name: string): string {
  return normalForm(name, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The field that a column names, and how certain that is; 0 is the most. Null if it names none. */
export function fieldNamed(name: string): { field: string; rank: number } | null {
  return RANKS.get(columnKey(name)) ?? null;
}
