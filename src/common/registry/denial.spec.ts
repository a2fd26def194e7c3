import { type Access, ACCOUNT_SCOPES, type AccountScope, KEY_SCOPES, type KeyScope } from '../operations/access';
import type { AccountPrincipal, Principal } from '../request/principal';
import { denial } from './denial';

const ACCOUNT_NEEDS: AccountScope[][] = subsets(ACCOUNT_SCOPES).filter(({ length }) => length <= 2);
const KEY_NEEDS: KeyScope[][] = subsets(KEY_SCOPES);

const HOLDER = { accountId: 'an account', emailVerified: true, sessionId: 'a session' };
const BOUND = { workspaceId: 'a workspace', keyId: 'a key' };

const session = (more: object = {}): AccountPrincipal => ({
  kind: 'session',
  ...HOLDER,
  sessionExpiresAt: new Date(),
  originTrusted: true,
  ...more,
});
const credential = (scopes: readonly AccountScope[], more: object = {}): AccountPrincipal => ({
  kind: 'credential',
  ...HOLDER,
  credentialId: 'a credential',
  scopes,
  expiresAt: new Date(),
  ...more,
});
const key = (scopes: readonly KeyScope[]): Principal => ({ kind: 'key', ...BOUND, scopes });
const token = (scopes: readonly KeyScope[]): Principal => ({ kind: 'token', ...BOUND, tokenId: 'a token', scopes });

const visitor = (more: object = {}): Principal => ({
  kind: 'visitor',
  workspaceId: 'a workspace',
  planId: 'free',
  agentId: 'an agent',
  sessionId: 'a session',
  secretHash: Buffer.of(),
  surface: 'widget',
  site: null,
  locale: null,
  identity: null,
  createdAt: new Date(),
  expiresAt: new Date(),
  isStored: false,
  agentAnswers: true,
  originTrusted: true,
  ...more,
});

function refusal(access: Access, principal: Principal, readOnly = false): unknown {
  const denied = denial({ access, readOnly }, principal);
  return denied && (denied.code === 'scope_missing' ? { missing: denied.missingScopes } : denied.code);
}

describe('denial', () => {
  describe('kind of credential', () => {
    const ALL = {
      public: { kind: 'public' } as Principal,
      session: session(),
      credential: credential(ACCOUNT_SCOPES),
      key: key(KEY_SCOPES),
      token: token(KEY_SCOPES),
      visitor: visitor(),
    };
    const TAKEN: [Access, (keyof typeof ALL)[]][] = [
      [{ kind: 'public' }, ['public', 'session', 'credential', 'key', 'token', 'visitor']],
      [{ kind: 'client' }, ['public', 'session', 'credential', 'key', 'token', 'visitor']],
      [{ kind: 'visitor' }, ['visitor']],
      [{ kind: 'session' }, ['session']],
      [{ kind: 'account', scopes: [] }, ['session', 'credential']],
      [{ kind: 'workspace', scopes: [] }, ['key', 'token']],
      [{ kind: 'account_or_workspace', scopes: [], keyScopes: [] }, ['session', 'credential', 'key', 'token']],
    ];

    it.each(TAKEN)('%j takes %j and nothing else', (access, taken) => {
      const admitted = Object.entries(ALL).filter(([, principal]) => refusal(access, principal) === null);
      expect(admitted.map(([kind]) => kind)).toEqual(taken);
      for (const [kind, principal] of Object.entries(ALL)) {
        if (!taken.includes(kind as keyof typeof ALL)) {
          expect(refusal(access, principal)).toBe('credential_kind_not_allowed');
        }
      }
    });
  });

  it.each([
    [{ kind: 'session' }, 'the session of a user who is signed in'],
    [{ kind: 'workspace', scopes: [] }, 'a workspace key (ck_…) or its access token'],
  ] as [Access, string][])('says what %j needs in place of a credential of the wrong kind', (access, needed) => {
    const problem = denial({ access, readOnly: true }, credential([]))?.message;
    expect(problem).toBe(`This operation does not accept this kind of credential. It needs ${needed}.`);
  });

  describe('Origin', () => {
    it.each([true, false])('of a visitor on another site is refused, reading or not: %s', (readOnly) => {
      expect(refusal({ kind: 'visitor' }, visitor({ originTrusted: false }), readOnly)).toBe('origin_not_trusted');
      expect(refusal({ kind: 'visitor' }, visitor(), readOnly)).toBeNull();
    });

    const ELSEWHERE = session({ originTrusted: false });
    const TAKING: Access[] = [
      { kind: 'public' },
      { kind: 'session' },
      { kind: 'account', scopes: [] },
      { kind: 'account_or_workspace', scopes: [], keyScopes: [] },
    ];

    it.each(TAKING)('%j is only read from a page that is not trusted', (access) => {
      expect(refusal(access, ELSEWHERE)).toBe('origin_not_trusted');
      expect(refusal(access, ELSEWHERE, true)).toBeNull();
      expect(refusal(access, session())).toBeNull();
    });
  });

  it('says which header of a page that is not trusted is wrong', () => {
    const denied = denial({ access: { kind: 'session' }, readOnly: false }, session({ originTrusted: false }));
    expect(denied?.details).toEqual([expect.objectContaining({ path: 'header.Origin', code: 'not_trusted' })]);
  });

  describe('verified email', () => {
    const unverified = { emailVerified: false };

    it.each([session(unverified), credential(ACCOUNT_SCOPES, unverified)])('is required of a $kind', (principal) => {
      const kinds: Access[] = [
        { kind: 'account', scopes: [] },
        { kind: 'account_or_workspace', scopes: [], keyScopes: [] },
      ];
      for (const access of kinds) expect(refusal(access, principal)).toBe('email_not_verified');
      expect(refusal({ kind: 'account', scopes: [], unverified: true }, principal)).toBeNull();
    });

    it('is not required of a session if the operation accepts unverified accounts', () => {
      expect(refusal({ kind: 'session' }, session(unverified))).toBe('email_not_verified');
      expect(refusal({ kind: 'session', unverified: true }, session(unverified))).toBeNull();
    });
  });

  describe('scopes', () => {
    it('a credential needs all of them, and the refusal lists the missing ones', () => {
      for (const needed of ACCOUNT_NEEDS) {
        const accesses: Access[] = [
          { kind: 'account', scopes: needed },
          { kind: 'account_or_workspace', scopes: needed, keyScopes: KEY_SCOPES },
        ];
        for (const granted of subsets(ACCOUNT_SCOPES)) {
          for (const access of accesses) expect(refusal(access, credential(granted))).toEqual(lacking(needed, granted));
        }
      }
    });

    it.each([key, token])('a key and a token need every one of theirs', (made) => {
      for (const needed of KEY_NEEDS) {
        const accesses: Access[] = [
          { kind: 'workspace', scopes: needed },
          { kind: 'account_or_workspace', scopes: ACCOUNT_SCOPES, keyScopes: needed },
        ];
        for (const granted of KEY_NEEDS) {
          for (const access of accesses) expect(refusal(access, made(granted))).toEqual(lacking(needed, granted));
        }
      }
    });

    it('a session has all of them', () => {
      expect(refusal({ kind: 'account', scopes: ACCOUNT_SCOPES }, session())).toBeNull();
      expect(
        refusal({ kind: 'account_or_workspace', scopes: ACCOUNT_SCOPES, keyScopes: KEY_SCOPES }, session()),
      ).toBeNull();
    });
  });

  it('refuses for the first reason: kind, Origin, email, scope', () => {
    const wrong = { emailVerified: false, originTrusted: false };
    expect(refusal({ kind: 'workspace', scopes: ['chat:write'] }, session(wrong))).toBe('credential_kind_not_allowed');
    expect(refusal({ kind: 'account', scopes: ['inbox:read'] }, session(wrong))).toBe('origin_not_trusted');
    expect(refusal({ kind: 'account', scopes: ['inbox:read'] }, credential([], wrong))).toBe('email_not_verified');
    expect(refusal({ kind: 'account', scopes: ['inbox:read'] }, credential([]))).toEqual({ missing: ['inbox:read'] });
  });
});

/** The missing scopes of a caller with `granted`. Null if none is missing. */
function lacking<Scope>(needed: readonly Scope[], granted: readonly Scope[]): { missing: Scope[] } | null {
  const held = new Set(granted);
  const missing = needed.filter((scope) => !held.has(scope));
  return missing.length > 0 ? { missing } : null;
}

function subsets<Member>(all: readonly Member[]): Member[][] {
  return all.reduce<Member[][]>((found, one) => [...found, ...found.map((some) => [...some, one])], [[]]);
}
