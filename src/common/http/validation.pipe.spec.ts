import { ArrayMinSize, IsArray, Length } from 'class-validator';
import type { ValidationFailed } from '../errors/domain-error';
import { Text } from '../validation/field-rules';
import { RequestValidationPipe } from './validation.pipe';

class Input {
  @Text({ min: 1, max: 1 })
  sign: string;

  @Text({ min: 11, max: 21 })
  text: string;

  @IsArray()
  @ArrayMinSize(1)
  list: string[];

  @Length(1, 5)
  word: string;
}

describe('RequestValidationPipe', () => {
  const messagesOf = async (input: object): Promise<string[]> => {
    const refusal = new RequestValidationPipe().transform(input, { type: 'body', metatype: Input });
    const { details } = (await refusal.catch((error: unknown) => error)) as ValidationFailed;
    return details.map(({ path, message }) => `${path} ${message}`);
  };

  it('uses the singular for one character', async () => {
    expect(await messagesOf({ sign: '', text: '', list: [], word: '' })).toEqual([
      '/sign must be at least 1 character',
      '/text must be at least 11 characters',
      '/list must contain at least 1 element',
      '/word must be longer than or equal to 1 character',
    ]);
    expect(await messagesOf({ sign: 'xx', text: 'x'.repeat(22), list: ['x'], word: 'x' })).toEqual([
      '/sign must be at most 1 character',
      '/text must be at most 21 characters',
    ]);
  });
});
