import { HermesError } from '@hermes/core'
import { computeScopeUnion, extractWWWAuthenticateParams, isStrictScopeSuperset } from '@modelcontextprotocol/client'
import type { LoginStore } from './login-store.js'

type Fetch = typeof globalThis.fetch

/** Maximum length of a list of permissions. A longer text is not one. */
const longestScope = 2_000

/**
 * Stores the permissions without which a server refuses a request, so that the next login requests them as well. A
 * server that refuses what the last login has already requested would cause one login after another.
 * @throws {HermesError} `mcp/refused` for such a server.
 */
export function scopeNotingFetch(fetch: Fetch, store: LoginStore): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (response.status !== 403) return response
    const { error, scope } = extractWWWAuthenticateParams(response)
    if (error !== 'insufficient_scope' || scope === undefined || scope.length > longestScope) return response
    await store.exclusive(async () => {
      const login = await store.load()
      const neededScope = computeScopeUnion(login?.askedScope, scope)
      if (neededScope !== undefined && isStrictScopeSuperset(neededScope, login?.askedScope)) {
        await store.save({ ...login, neededScope })
        return
      }
      await response.body?.cancel()
      throw new HermesError(
        'mcp/refused',
        `The server refused the request for want of a permission (${scope.slice(0, 200)}) that the login has already asked for. Ask its operator for the permission.`,
      )
    })
    return response
  }
}
