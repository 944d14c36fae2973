import type { OAuthClientProvider, StoredOAuthClientInformation } from '@modelcontextprotocol/client'
import type { RegisteredClient } from '../wire/settings.js'
import type { StoredLogin } from './login-store.js'

export interface OAuthProviderOptions {
  readonly client: RegisteredClient
  readonly redirectUrl: string
  readonly state: string
  /** Called with the page on which the user logs in. */
  onPage(page: URL): void
}

/** Creates what the SDK asks for and stores during a login. */
export function createOAuthProvider(options: OAuthProviderOptions): OAuthClientProvider {
  const { client, redirectUrl, state, onPage } = options
  let login: StoredLogin = {}
  let verifier = ''
  const keep = (change: StoredLogin) => {
    login = { ...login, ...change }
  }
  return {
    redirectUrl,
    clientMetadata: {
      client_name: 'Hermes',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: client.secret === undefined ? 'none' : 'client_secret_post',
      ...(client.scope !== undefined && { scope: client.scope }),
    },
    state: () => state,
    clientInformation: () => clientOf(client, login),
    saveClientInformation: (information) => (client.id === undefined ? keep({ client: information }) : undefined),
    tokens: () => login.tokens,
    saveTokens: (tokens) => keep({ tokens }),
    redirectToAuthorization: onPage,
    saveCodeVerifier(given) {
      verifier = given
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: (discovery) => keep({ discovery }),
    discoveryState: () => login.discovery,
  }
}

/** Returns the client that the user has registered, or the one that has registered itself. */
export function clientOf(
  { id, secret }: RegisteredClient,
  { client }: StoredLogin,
): StoredOAuthClientInformation | undefined {
  if (id === undefined) return client
  return { client_id: id, ...(secret !== undefined && { client_secret: secret }) }
}
