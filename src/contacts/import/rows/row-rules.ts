import { DomainError, type ErrorDetail, ValidationFailed } from '../../../common/errors/domain-error';
import { textProblems } from '../../../common/http/text-problems';
import { RequestValidationPipe } from '../../../common/http/validation.pipe';
import { isObject } from '../../../common/validation/is-object';
import { CompiledRules } from '../../../common/validation/compiled-rules';
import { CreateContactInput } from '../../contact-input.dto';
import type { Finding } from '../contact-import.types';

/** The field that sets who sees a contact, and the one that blocks a person: without the value, the row would mean the opposite. */
const INDISPENSABLE: readonly string[] = ['agentIds', 'blocked'];
const LONGEST_PATH = 250;

type Judged = { input: CreateContactInput } | { finding: Finding };

/** The rules that createContact has for its body, applied to rows. */
export class RowRules {
  private readonly compiled = new CompiledRules(CreateContactInput);
  private readonly pipe = new RequestValidationPipe();

  /**
   * Leaves out values that break a rule, instead of the whole row, and returns why. A row is refused if it does not say without them who
   * sees the contact or whether the person is blocked.
   */
  async judgedByValue(plain: Record<string, unknown>, unread: Finding[]): Promise<Judged & { unread: Finding[] }> {
    const judged = await this.judged(plain);
    if ('input' in judged) return { ...judged, unread };
    const problems = (await this.problemsOf(plain)).filter(({ path }) => path.startsWith('/'));
    const fields = new Set(problems.map(({ path }) => fieldOf(path)));
    const isRefused = ![...fields].some((field) => field in plain) || INDISPENSABLE.some((field) => fields.has(field));
    if (isRefused) return { finding: judged.finding, unread };
    return this.judgedByValue(without(plain, problems), [...unread, ...oneForEach(problems)]);
  }

  private async problemsOf(plain: Record<string, unknown>): Promise<Finding[]> {
    try {
      await this.validated(plain);
      return [];
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { code, details } = error;
      return details.map(({ path = '', message }) => ({ code, path: path.slice(0, LONGEST_PATH), message }));
    }
  }

  async judged(plain: Record<string, unknown>): Promise<Judged> {
    if (textProblems(plain, '/').length > 0) return this.judgedByPipe(plain);
    const unknown = this.compiled.unknownIn(plain);
    // The same error that the validation pipe would report first, without the cost of its complete check.
    if (unknown !== undefined) return { finding: findingOf(new ValidationFailed([unknownField(unknown)])) };
    const input = this.compiled.accepted(plain);
    return input ? { input } : this.judgedByPipe(plain);
  }

  /** The same rules at a hundred times the cost: the pipe reports the errors. */
  private async judgedByPipe(plain: Record<string, unknown>): Promise<Judged> {
    try {
      return { input: await this.validated(plain) };
    } catch (error) {
      if (error instanceof DomainError) return { finding: findingOf(error) };
      throw error;
    }
  }

  /** @throws ValidationFailed */
  private async validated(plain: Record<string, unknown>): Promise<CreateContactInput> {
    const problems = textProblems(plain, '/');
    if (problems.length > 0) throw new ValidationFailed(problems);
    return (await this.pipe.transform(plain, { type: 'body', metatype: CreateContactInput })) as CreateContactInput;
  }
}

function fieldOf(path: string): string {
  return path.split('/', 2)[1] ?? '';
}

/** Leaves out single attributes where the problem names them, and whole fields otherwise. Removes something for each problem. */
function without(plain: Record<string, unknown>, problems: readonly Finding[]): Record<string, unknown> {
  const rest = { ...plain };
  for (const { path } of problems) {
    const [, field = '', name] = path.split('/').map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'));
    const value = rest[field];
    if (name !== undefined && isObject(value) && name in value) rest[field] = omitted(value, name);
    else Reflect.deleteProperty(rest, field);
  }
  return rest;
}

function omitted(value: object, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

function oneForEach(problems: readonly Finding[]): Finding[] {
  return [...new Map(problems.map((problem) => [problem.path, problem])).values()];
}

function unknownField(name: string): ErrorDetail {
  return { path: `/${name}`, code: 'unknown_field', message: 'is not a known field' };
}

/** A plausible name of a field. Other text may be personal data and is not stored. */
const FIELD_PATH = /^(\/[A-Za-z][A-Za-z0-9_]{0,63})+$/;

export function findingOf({ code, message, details: [detail] }: DomainError): Finding {
  const path = detail?.path ?? '';
  return { code, path: FIELD_PATH.test(path) ? path : '', message: detail?.message ?? message };
}
