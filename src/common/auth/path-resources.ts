import { Injectable } from '@nestjs/common';
import type { Member, Principal, WorkspaceScope } from '../request/principal';

/** What a finder may look at. `scope` is null only on paths without a workspace. */
export interface PathContext {
  principal: Principal;
  scope: WorkspaceScope | Member | null;
  /** The parameters of the path, as sent. */
  parameters: Readonly<Record<string, string>>;
}

/** Whether the caller has written what a path parameter names. Asked once it is known that they see it. */
export type PathResourceAuthorship = (id: string, context: PathContext) => Promise<boolean>;

/** Whether the resource that a path parameter names exists where the caller can see it. Never throws for a strange id. */
export type PathResourceFinder = (id: string, context: PathContext) => Promise<boolean>;

/**
 * How each path parameter is looked up; features register their own. So a resource that the caller cannot see is 404
 * before anybody looks at the role, the plan or the body (decision 0076), and no handler can forget it.
 */
@Injectable()
export class PathResources {
  private readonly finders = new Map<string, PathResourceFinder>();
  private readonly forVisitors = new Map<string, PathResourceFinder>();
  private readonly authorships = new Map<string, PathResourceAuthorship>();

  /** `isAuthor`: of a parameter that an operation names as `orAuthorOf`. */
  register(parameter: string, finder: PathResourceFinder, isAuthor?: PathResourceAuthorship): void {
    if (this.finders.has(parameter)) throw new Error(`Two finders for the path parameter ${parameter}`);
    this.finders.set(parameter, finder);
    if (isAuthor) this.authorships.set(parameter, isAuthor);
  }

  /** The same on paths of visitors, who are members of nothing. A path without such a finder has the one of everybody. */
  registerForVisitors(parameter: string, finder: PathResourceFinder): void {
    if (this.forVisitors.has(parameter)) throw new Error(`Two finders for the path parameter ${parameter} of visitors`);
    this.forVisitors.set(parameter, finder);
  }

  has(parameter: string): boolean {
    return this.finders.has(parameter);
  }

  authorship(parameter: string): PathResourceAuthorship | undefined {
    return this.authorships.get(parameter);
  }

  /** The finders of a path's parameters, from left to right. */
  of(parameters: readonly string[], path = ''): { parameter: string; find: PathResourceFinder }[] {
    return parameters.flatMap((parameter) => {
      const find = (isOfVisitors(path) && this.forVisitors.get(parameter)) || this.finders.get(parameter);
      return find ? [{ parameter, find }] : [];
    });
  }
}

function isOfVisitors(path: string): boolean {
  return path.startsWith('/visitor/');
}
