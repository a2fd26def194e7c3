/** As many as a campaign runs (`npm run campaign -- NAME`); `npm run test:heavy` runs a tenth of them. */
export function campaignOf(all: number): number {
  return process.env['CAMPAIGN'] ? all : Math.ceil(all / 10);
}
