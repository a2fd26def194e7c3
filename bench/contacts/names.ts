const words = (text: string): string[] => text.trim().split(/\s+/);

export const FIRST_NAMES = words(`
  Maria Anna Thomas Michael Sarah Laura David Daniel Julia Peter James Emma Lucas Sofia Martin Eva John Lena Paul Nina
  Robert Alice Andreas Clara Mark Helen Stefan Marie Simon Kate Oliver Lisa Alex Ines Patrick Rosa Frank Emily Jan Olga
  William Grace Henry Ana Charles Lucie Jack Chloe George Hannah Leo Ella Hugo Mia Arthur Zoe Louis Jade Adam Ruby Noah
  José Carmen Luis Elena Miguel Pilar Javier Lucía Carlos Marta Jorge Irene Pablo Beatriz Sergio Rocío Rafael Inés Tiago
  Björn Ingrid Lars Astrid Sven Karin Erik Sigrid Anders Freja Nils Saga Magnus Linnea Mikkel Solveig Jens Åsa Jürgen Käthe
  Łukasz Agnieszka Piotr Małgorzata Paweł Katarzyna Tomasz Zofia Marek Hanna Jakub Ewa Wojciech Beata Václav Jiří Petra
  Yuki Haruto Sakura Kenji Aiko Wei Li Ming Xiu Jun Min-Jun Seo-Yeon Arjun Priya Ravi Ananya Vikram Deepa Rahul Meera
  Mohammed Fatima Omar Layla Yusuf Amina Hassan Noor Ali Zainab Ibrahim Salma Mehmet Elif Emre Ayşe Deniz Zeynep Tariq
  Kwame Ama Chidi Ngozi Thabo Lerato Amara Femi Zola Kofi Nia Sipho Dmitri Natalia Ivan Tatiana Sergei Ekaterina Andrei
`);

const LAST_NAME_STEMS = words(`
  Schmid Stein Berg Hart Wind Ash Black Green Lang Wald Ober Nieder Kauf Eisen Gold Silber Rosen Lind Holm Strand Fair
  White Stone Brook Mill Church King Bishop Thorn Wood Apple North West East South Long Short Strong Whit Had Brad Hay
  Mar Cal Mont Bel Val Ven Cor Fer Gal Mor San Sal Tor Vill Ard Bast Cast Dur Esp Fon Gir Lar Mend
  Now Kow Wis Zie Kam Lew Dab Pio Gra Mal Paw Woj Nag Tan Yam Kob Mats Fuji Ish Och Abd Rah Kar Has Demir Yil Öz Kaya
`);

const LAST_NAME_ENDINGS = words(`
  mann er t berger stein wald hof bauer meyer feld bach horn son ford ley ton field worth man wood burn wick ham by
  ini etti ardo ez eira ado ano ella ski czyk wicz kowski ak ek ova enko moto saka mura guchi oglu lu
`);

/** Some 4 000, with plain and rare ones. */
export const LAST_NAMES = LAST_NAME_ENDINGS.flatMap((ending) => LAST_NAME_STEMS.map((stem) => stem + ending));

const COMPANY_STEMS = words(`
  Aurora Bluewater Cedar Delta Evergreen Falcon Granite Harbor Indigo Juniper Keystone Lakeside Meridian Nimbus Orchard
  Pioneer Quantum Redwood Summit Tundra Unity Vertex Willow Xenon Yellowstone Zephyr Alpine Boreal Copper Dynamo Ember
  Frontier Glacier Horizon Ironwood Jasper Kestrel Lumen Mosaic Nordic Opal Prairie Quarry Rivet Sable Terra Umber Vista
`);
const COMPANY_TRADES = words(`
  Logistics Foods Software Robotics Textiles Energy Consulting Motors Pharma Insurance Travel Media Furniture Optics
  Analytics Brewing Ceramics Dental Electric Fisheries Gardens Hotels Instruments Laundry Machining Networks Outdoor
  Packaging Recycling Security Tools Ventures
`);
const COMPANY_FORMS = ['GmbH', 'Ltd', 'Inc', 'AG', 'SARL', 'BV', 'AB', 'SpA'];

export interface Company {
  name: string;
  domain: string;
}

/** Some 12 000, each with a mail domain of its own. */
export const COMPANIES: readonly Company[] = COMPANY_FORMS.flatMap((form) =>
  COMPANY_TRADES.flatMap((trade) =>
    COMPANY_STEMS.map((stem) => ({
      name: `${stem} ${trade} ${form}`,
      domain:
        `${stem}-${trade}.${form === 'GmbH' || form === 'AG' ? 'de' : form === 'SARL' ? 'fr' : 'example'}`.toLowerCase(),
    })),
  ),
);

/** The first two are what the frequent search for `mail.com` finds. */
export const MAIL_PROVIDERS = words(
  'gmail.com hotmail.com outlook.com yahoo.com icloud.com gmx.net web.de proton.me orange.fr libero.it',
);

/** A partnership named after all its partners: a company name of more than 200 characters. */
export const PARTNERSHIP = `${LAST_NAMES.filter((_name, index) => index % 173 === 0)
  .slice(0, 22)
  .join(', ')} & Partners`;
