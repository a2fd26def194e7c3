import { Injectable } from '@nestjs/common';
import type { Member, Principal, WorkspaceScope } from '../request/principal';

/** The data that a finder can use. `scope` is null only for paths without a workspace. */
export interface PathContext {
  principal: Principal;
  scope: WorkspaceScope | Member | null;
  /** The parameters of the path, as sent. */
  parameters: Readonly<Record<string, string>>;
}

/** Whether the caller is the author of the resource in the path. Called only if the caller can see the resource. */
export type PathResourceAuthorship = (id: string, context: PathContext) => Promise<boolean>;

/** Whether the resource in the path exists and the caller can see it. Must not throw for a malformed id. */
export type PathResourceFinder = (id: string, context: PathContext) => Promise<boolean>;

/**
 * The finders of path parameters, which features register. They return 404 for a resource that the caller cannot see, before the
 * role, the plan or the body are checked (decision 0076), so that no handler can forget the check.
 */
@Injectable()
export class PathResources {
  private readonly finders = new Map<string, PathResourceFinder>();
  private readonly forVisitors = new Map<string, PathResourceFinder>();
  private readonly authorships = new Map<string, PathResourceAuthorship>();

  /** `isAuthor` is required for a parameter that an operation names as `orAuthorOf`. */
  register(parameter: string, finder: PathResourceFinder, isAuthor?: PathResourceAuthorship): void {
    if (this.finders.has(parameter)) throw new Error(`Two finders for the path parameter ${parameter}`);
    this.finders.set(parameter, finder);
    if (isAuthor) this.authorships.set(parameter, isAuthor);
  }

  /** Registers a finder for paths of visitors, who are not members. Without one, the general finder applies. */
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
