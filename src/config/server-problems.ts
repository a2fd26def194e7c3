/**
 * What is wrong with the server that a setting names, and what to do about it.
 *
 * @param place where it was looked for: host and port, or the folder of its socket
 */
export type Sentence = (place: string, message: string) => string;

const unreachable: Sentence = (place, message) =>
  `${place} cannot be reached (${message}). Look at the network between here and there.`;
const unknownHost: Sentence = (place) => `the host of ${place} is not known here. Correct the name, or mend its DNS.`;

/** By the code of the system, for every kind of server. `silent`: something listens, and does not answer as one of these does. */
export function networkProblems(server: string, silent: Sentence): Record<string, Sentence> {
  return {
    ECONNREFUSED: (place) => `nothing listens at ${place}. Start ${server} there, or correct the address.`,
    ENOTFOUND: unknownHost,
    EAI_AGAIN: unknownHost,
    EHOSTUNREACH: unreachable,
    ENETUNREACH: unreachable,
    ETIMEDOUT: unreachable,
    EACCES: unreachable,
    ECONNRESET: silent,
    EPIPE: silent,
  };
}
