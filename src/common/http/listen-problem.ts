import { CannotStart } from '../../config/cannot-start';

/** Where the server was to listen. */
export interface ListenAddress {
  HOST: string;
  PORT: number;
}

/**
 * What keeps a server from listening there; nothing where that is not the address.
 *
 * @param setting that names the port
 */
export function listenProblem(
  error: unknown,
  { HOST, PORT }: ListenAddress,
  setting = 'PORT',
): CannotStart | undefined {
  const { code = '' } = error as NodeJS.ErrnoException;
  const problem = {
    EADDRINUSE: `${setting} ${PORT} is in use by another program. Choose another ${setting}.`,
    EACCES: `${setting} ${PORT} is reserved for privileged users on this machine. Choose a ${setting} from 1024 on.`,
    EADDRNOTAVAIL: `HOST ${HOST} is not an address of this machine. Use one that it has, or 0.0.0.0 for all of them.`,
    ENOTFOUND: `HOST ${HOST} is not known here. Use an address of this machine, or 0.0.0.0 for all of them.`,
    EAI_AGAIN: `HOST ${HOST} cannot be looked up. Use an address of this machine, or 0.0.0.0 for all of them.`,
    EAFNOSUPPORT: `HOST ${HOST} is of a kind that this machine does not have. Use one that it has, or 0.0.0.0.`,
    EINVAL: `HOST ${HOST} cannot be listened on. Use an address of this machine, or 0.0.0.0 for all of them.`,
  }[code];
  return problem === undefined ? undefined : new CannotStart(problem, { cause: error });
}
