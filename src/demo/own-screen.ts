import { Screen } from './screen';

/** The terminal of this process. Import it before the service, which takes seconds to load. */
export const screen = new Screen(process.stdout, process.env);

screen.progress('loading …');
