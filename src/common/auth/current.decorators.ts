import { createParamDecorator } from '@nestjs/common';
import {
  type AccountPrincipal,
  isAccount,
  type Member,
  type SessionPrincipal,
  type VisitorPrincipal,
  type WorkspacePrincipal,
  type WorkspaceScope,
} from '../request/principal';
import { currentRequest } from '../request/request-context';

/** The calling account, in operations of kind account or session. */
export const CurrentAccount = createParamDecorator((): AccountPrincipal => {
  const { principal } = currentRequest();
  if (!isAccount(principal)) throw new Error('The operation is not declared for accounts');
  return principal;
});

/** The calling session, in operations of kind session. */
export const CurrentSession = createParamDecorator((): SessionPrincipal => {
  const { principal } = currentRequest();
  if (principal.kind !== 'session') throw new Error('The operation is not declared for sessions');
  return principal;
});

/** The calling member of the workspace in the path, in operations of kind account. */
export const CurrentMember = createParamDecorator((): Member => {
  const { scope } = currentRequest();
  if (!scope || !('memberId' in scope)) throw new Error('The operation is not declared for members');
  return scope;
});

/** The access of the caller, a person or a key, in the workspace of the path. */
export const CurrentScope = createParamDecorator((): WorkspaceScope => {
  const { scope } = currentRequest();
  if (!scope) throw new Error('The operation has no workspace in its path');
  return scope;
});

/** The calling key, or the key of the calling token, in operations of kind workspace. */
export const CurrentKey = createParamDecorator((): WorkspacePrincipal => {
  const { principal } = currentRequest();
  if (principal.kind !== 'key' && principal.kind !== 'token') throw new Error('The operation is not declared for keys');
  return principal;
});

/** The calling visitor, in operations of kind visitor. */
export const CurrentVisitor = createParamDecorator((): VisitorPrincipal => {
  const { principal } = currentRequest();
  if (principal.kind !== 'visitor') throw new Error('The operation is not declared for visitors');
  return principal;
});
