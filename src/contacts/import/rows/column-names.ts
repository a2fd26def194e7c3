import { normalForm } from '../../../common/text/normal-form';

/** Parts of a name. They are joined where a row has no whole name. */
export const NAME_PARTS = ['firstName', 'middleName', 'lastName'] as const;

/**
 * How spreadsheets and the exports of other products call the fields, in the languages of their users, the most certain first. Letters
 * and digits in lower case, as {@link columnKey} leaves them.
 */
const SPELLINGS: Readonly<Record<string, string>> = {
  // The id that the company gave the person comes before an id that the other product made.
  externalId:
    'externalid userid identifier externaluserid uniqueexternalid extid customerid customernumber clientid recordid recordidcontact contactid personid peopleid euid kundennummer numéroclient númerodecliente klantnummer',
  name: 'name fullname displayname contactname customername vollständigername nomcomplet nombrecompleto nomecompleto volledigenaam фио 姓名 氏名 名前 이름 성명 fn personname nomprénom nomeecognome nombreyapellidos imięinazwisko nickname',
  firstName:
    'firstname givenname forename fname vorname prénom nombre nome voornaam imię förnamn fornavn etunimi jméno keresztnév prenume имя імя όνομα 名',
  middleName: 'middlename additionalname weiterevornamen tussenvoegsel отчество',
  lastName:
    'lastname familyname surname lname nachname nomdefamille nom apellidos apellido cognome sobrenome apelido achternaam nazwisko efternamn efternavn etternavn sukunimi příjmení vezetéknév nume фамилия прізвище επώνυμο 姓',
  email:
    'email emailaddress email1value primaryemail emailadresse workemail emailwork mail email1 email1address emails emailhome mailadresse courriel adresseemail adressemail correoelectrónico correo indirizzoemail emailadres adresemail epost epostadress epostadresse sähköposti eposta электроннаяпочта адресэлектроннойпочты почта メールアドレス 电子邮件 电子邮箱 邮箱 電子郵件 이메일 personemail personemailwork emailtypeinternet emailprivate emailbusiness businessemail companyemail homeemail personalemail privateemail emailother otheremail secondaryemail alternateemail emailgeschäftlich emailprivat direccióndecorreoelectrónico direccióndecorreo direccióndeemail correoelectronico mail1 endereçodeemail endereçodecorreioeletrónico correioeletrônico adresdeemail adressedemessagerie adresseélectronique adresseemailprincipale adresmail postaelettronica email2value email2address email2 emailaddress2 personemailhome personemailother email3value email3address',
  phone:
    'phone phonenumber phone1value primaryphone mobilephonenumber mobilephone mobile mobilenumber phonemobile telephone telephonenumber tel cellphone cell workphone phonework businessphone homephone phonehome phone1 phones contactnumber sms telefon telefonnummer mobiltelefon mobilnummer mobil handy telefongeschäftlich téléphone numérodetéléphone mobiletéléphone portable teléfono móvil celular telefono cellulare telefone telefoon telefoonnummer mobiel puhelin puhelinnumero телефон номертелефона мобильныйтелефон τηλέφωνο 電話番号 電話 电话 手机 전화번호 휴대폰 personphone personphonework personphonemobile teltypecell teltypework teltypehome téléphoneportable telportable téléphonemobile tél mobileprofessionnel teléfonomóvil númerodeteléfono numerodetelefono teléfonocelular númerodecelular númerodemóvil telefonomobile numeroditelefono telemóvel númerodetelefone telefonecelular telefonekomórkowy telefonkomórkowy numertelefonu komórka mobielnummer mobielenummer mobieletelefoon mobiltelefonnummer handynummer rufnummer festnetz telefonmobil telefonprivat cellphonenumber phonecell mainphone otherphone phoneother companyphone phonemain homephone2 businessphone2 telephone1 mobile1 phone2value phone2 mobile2 personphonehome personphoneother phone3value',
  company:
    'company companyname organization organisation organizationname organization1name org personorganization associatedcompany accountname companies businessname defaultaddresscompany firma unternehmen société entreprise empresa azienda bedrijf företag virksomhed yritys компания организация εταιρεία 会社名 会社 公司 회사',
  locale: 'locale preferredlanguage',
  timezone: 'ianatimezone timezone',
  notes:
    'notes note notizen bemerkungen remarques notas opmerkingen observações uwagi anteckningar заметки примечание 备注 備考 メモ',
  agentIds: 'agentids',
  attributes: 'attributes',
  blocked: 'blocked',
};

const RANKS = new Map(
  Object.entries(SPELLINGS).flatMap(([field, keys]) =>
    keys.split(' ').map((key, rank) => [key, { field, rank }] as const),
  ),
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

export function isNickname(name: string): boolean {
  return columnKey(name) === 'nickname';
}
