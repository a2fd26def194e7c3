/** As many as a campaign runs (`npm run campaign -- NAME`); `npm run test:heavy` runs a part of them, usually a tenth. */
export function campaignOf(all: number, part = 10): number {
  return process.env['CAMPAIGN'] ? all : Math.ceil(all / part);
}
