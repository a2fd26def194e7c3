import type PdfReading from '../../../test/fixtures/pdf-reading';
import { aPdf } from '../../../test/support/pdf-bytes';
import { Compute } from '../../common/compute/compute';
import type { ComputeScript } from '../../common/compute/compute.types';
import { loadSettings } from '../../config/load-settings';

const READING: ComputeScript<PdfReading> = { path: require.resolve('../../../test/fixtures/pdf-reading') };

const compute = new Compute(loadSettings({}));
afterAll(() => compute.onApplicationShutdown());

/** Three pieces of text of six characters each, on two pages. */
async function read(most: { runs: number; characters: number }): Promise<number[] | string> {
  const pdf = await aPdf((of) => of.text('zebra1').moveDown().text('zebra2').addPage().text('zebra3'));
  return compute.session(READING, (reading) => reading.lines(pdf.toString('base64'), most));
}

it.each([
  { runs: 3, characters: 18 },
  { runs: 300, characters: 1_800 },
])('a PDF is read where there is room for its text (%j)', async (most) => {
  expect(await read(most)).toEqual([2, 1]);
});

it.each([
  ['piece of text', { runs: 2, characters: 1_800 }],
  ['character', { runs: 300, characters: 17 }],
])('a PDF is too large with one %s more than is read, of all pages together', async (_what, most) => {
  expect(await read(most)).toBe('DocumentTooLarge');
});
