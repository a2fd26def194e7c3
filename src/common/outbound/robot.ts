/** The name of this service in the User-Agent header and in robots.txt files. */
export const ROBOT = 'Parley';
