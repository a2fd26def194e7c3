import { ApiProperty } from '@nestjs/swagger';

/**
 * A field with a secret value in a request or response: `format: password`. Clients read it without echo and do not show it. The
 * command line accepts it from a prompt or a file only, and prints it only with an explicit option.
 */
export const SecretField = (): PropertyDecorator => ApiProperty({ format: 'password' });
