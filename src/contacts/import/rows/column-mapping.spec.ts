import { columnsRead } from './column-mapping';

const fieldsOf = (header: string): string[] => columnsRead(header.split(';'), {}).map(({ field }) => field ?? '-');
const OF_A_PERSON = ['firstName', 'lastName', 'email', 'phone', 'company'];

describe('what columns are read as', () => {
  it.each([
    ['German', 'Vorname;Nachname;E-Mail-Adresse;Mobiltelefon;Firma'],
    ['French', 'Prénom;Nom;Adresse e-mail;Numéro de téléphone;Société'],
    ['Spanish', 'Nombre;Apellidos;Correo electrónico;Móvil;Empresa'],
    ['Italian', 'Nome;Cognome;Indirizzo e-mail;Cellulare;Azienda'],
    ['Dutch', 'Voornaam;Achternaam;E-mailadres;Telefoonnummer;Bedrijf'],
    ['Portuguese', 'Nome;Sobrenome;E-mail;Telefone;Empresa'],
    ['Polish', 'Imię;Nazwisko;Adres e-mail;Telefon;Firma'],
    ['Swedish', 'Förnamn;Efternamn;E-post;Telefon;Företag'],
    ['Russian', 'Имя;Фамилия;Электронная почта;Телефон;Компания'],
    ['Japanese', '名;姓;メールアドレス;電話番号;会社名'],
    ['Salesforce', 'First Name;Last Name;Email;Mobile;Account Name'],
    ['Brevo', 'FIRSTNAME;LASTNAME;EMAIL;SMS;COMPANY'],
    ['Help Scout', 'First Name;Last Name;Emails;Phones;Company'],
    ['Pipedrive', 'First name;Last name;Email - Work;Phone - Work;Organization'],
    ['German of Outlook', 'Vorname;Nachname;E-Mail-Adresse;Telefon (mobil);Firma'],
    ['French of today', 'Prénom;Nom;Courriel;Téléphone portable;Société'],
    ['Spanish of today', 'Nombre;Apellidos;Dirección de correo electrónico;Teléfono móvil;Empresa'],
    ['Italian of today', 'Nome;Cognome;Posta elettronica;Telefono mobile;Azienda'],
    ['Polish of today', 'Imię;Nazwisko;Adres email;Numer telefonu;Firma'],
    ['Outlook', 'First Name;Last Name;E-mail Address;Business Phone;Company'],
  ])('is a person in %s', (_who, header) => expect(fieldsOf(header)).toEqual(OF_A_PERSON));

  it.each([
    [
      'Freshdesk',
      'Full Name;Unique External ID;Work Phone;Mobile Phone',
      ['name', 'externalId', 'attributes.Work Phone', 'phone'],
    ],
    ['Zendesk', 'id;name;time_zone;iana_time_zone', ['-', 'name', 'attributes.time_zone', 'timezone']],
    ['Pipedrive of people', 'Person - Name;Person - Email - Work;Person - Phone - Work', ['name', 'email', 'phone']],
    ['an address book', 'FN;EMAIL,TYPE=INTERNET;TEL,TYPE=CELL;ORG', ['name', 'email', 'phone', 'company']],
    ['Crisp', 'people_id;email;nickname', ['externalId', 'email', 'name']],
    ['Chinese', '姓名;电子邮件;手机;公司;备注', ['name', 'email', 'phone', 'company', 'notes']],
    ['two of a kind', 'Email;E-Mail 2;Email', ['email', 'attributes.E-Mail 2', 'attributes.Email']],
  ])('is the best of several in the file of %s', (_who, header, fields) => expect(fieldsOf(header)).toEqual(fields));
});
