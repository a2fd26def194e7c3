/**
 * Starts Swagger UI in the browser. For “Authorize” with a cookie scheme, it sets the cookie in the browser, because a
 * page must not set the header itself, with the path and the flags that the cookie's name requires. A cookie that
 * `createSession` has set is HttpOnly and does not change.
 */
export const START_SCRIPT = `
const cookieOf = (auth) => {
  const schema = auth && auth.schema && (auth.schema.toJS ? auth.schema.toJS() : auth.schema);
  return schema && schema.type === 'apiKey' && schema.in === 'cookie' ? schema.name : null;
};
const setCookie = (name, value, maxAge) => {
  const secure = name.startsWith('__Host-') ? '; Secure' : '';
  document.cookie = name + '=' + value + '; Path=/; SameSite=Lax; Max-Age=' + maxAge + secure;
};
const sessionCookies = () => ({
  statePlugins: {
    auth: {
      wrapActions: {
        authorize: (authorize) => (payload) => {
          for (const auth of Object.values(payload)) {
            const name = cookieOf(auth);
            if (name) setCookie(name, auth.value, 86400);
          }
          return authorize(payload);
        },
        logout: (logout, system) => (names) => {
          for (const scheme of names) {
            const auth = system.authSelectors.authorized().toJS()[scheme];
            const name = cookieOf(auth);
            if (name) setCookie(name, '', 0);
          }
          return logout(names);
        },
      },
    },
  },
});
window.ui = SwaggerUIBundle({
  url: '/docs/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  filter: true,
  tagsSorter: 'alpha',
  tryItOutEnabled: true,
  validatorUrl: null,
  withCredentials: true,
  plugins: [sessionCookies],
});
`;
