import { type AuthProvider, refreshAuthorization, UnauthorizedError } from '@modelcontextprotocol/client'
import type { RegisteredClient } from '../wire/settings.js'
import { guardedFetch } from './guarded-fetch.js'
import type { LoginStore, StoredLogin } from './login-store.js'
import { clientOf } from './oauth-provider.js'

export interface AuthProviderOptions {
  readonly url: string
  readonly store: LoginStore
  readonly client: RegisteredClient
  readonly fetch: typeof globalThis.fetch
}

/**
 * Sends the token of the login and renews it. The token is renewed once for all processes, because a renewal may
 * invalidate the token of the others.
 */
export function createAuthProvider({ url, store, client, fetch }: AuthProviderOptions): AuthProvider {
  let sent: string | undefined

  async function renew(login: StoredLogin): Promise<void> {
    const { tokens, discovery } = login
    const clientInformation = clientOf(client, login)
    if (!discovery || !clientInformation || tokens?.refresh_token === undefined) throw new UnauthorizedError()
    const { authorizationServerUrl, authorizationServerMetadata: metadata, resourceMetadata } = discovery
    const renewed = await refreshAuthorization(authorizationServerUrl, {
      clientInformation,
      refreshToken: tokens.refresh_token,
      fetchFn: guardedFetch(fetch, url),
      ...(metadata && { metadata }),
      ...(resourceMetadata && { resource: new URL(resourceMetadata.resource) }),
    })
    await store.save({ ...login, tokens: { ...tokens, ...renewed } })
  }

  return {
    async token() {
      sent = (await store.load())?.tokens?.access_token
      return sent
    },
    onUnauthorized: () =>
      store.exclusive(async () => {
        const login = await store.load()
        if (!login?.tokens) throw new UnauthorizedError()
        // Otherwise another process has renewed it.
        if (login.tokens.access_token === sent) await renew(login)
      }),
  }
}
