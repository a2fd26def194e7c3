import type { Immutable, Plugin, System } from './system';

interface Scheme {
  type?: string;
  in?: string;
  name?: string;
}

interface Authorization {
  schema?: Scheme | Immutable;
  value?: string;
}

/**
 * For “Authorize” with a cookie scheme: it sets the cookie in the browser, because a page must not set the header itself,
 * with the path and the flags that the cookie's name requires. A cookie that `createSession` has set is HttpOnly and does
 * not change.
 */
export const sessionCookies = (): Plugin => ({
  statePlugins: {
    auth: {
      wrapActions: {
        authorize: (authorize: (payload: object) => unknown) => (payload: Record<string, Authorization>) => {
          for (const authorization of Object.values(payload)) {
            const name = cookieOf(authorization);
            if (name) setCookie(name, authorization.value ?? '', 86_400);
          }
          return authorize(payload);
        },
        logout:
          (logout: (schemes: string[]) => unknown, { authSelectors }: System) =>
          (schemes: string[]) => {
            const authorized = authSelectors.authorized().toJS() as Record<string, Authorization>;
            for (const scheme of schemes) {
              const name = cookieOf(authorized[scheme]);
              if (name) setCookie(name, '', 0);
            }
            return logout(schemes);
          },
      },
    },
  },
});

function cookieOf(authorization: Authorization | undefined): string | null {
  const declared = authorization?.schema;
  const schema = declared && 'toJS' in declared ? (declared.toJS() as Scheme) : declared;
  return schema?.type === 'apiKey' && schema.in === 'cookie' ? (schema.name ?? null) : null;
}

function setCookie(name: string, value: string, maxAge: number): void {
  const secure = name.startsWith('__Host-') ? '; Secure' : '';
  document.cookie = `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${maxAge}${secure}`;
}
