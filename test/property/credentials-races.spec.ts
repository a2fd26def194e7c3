import { anAccount } from '../factories/account';
import { type Parley, startParley } from '../support/parley';
import { CredentialRaces, RACES, runRaces } from './credentials-races';

/** A thousand, across processes, are in test/heavy. */
const ROUNDS = 5;

let parley: Parley;
let races: CredentialRaces;

beforeAll(async () => {
  parley = await startParley();
  const account = await anAccount(parley);
  races = new CredentialRaces({ database: parley.database, account, sides: [parley, parley], headStart: () => 0 });
});
afterAll(async () => {
  await parley.stop();
});

describe('changes of one credential at the same time', () => {
  it.each(RACES)('%s: as if one had come after the other', (race) => runRaces(races, race, ROUNDS), 120_000);
});
