import type { ApiKeySettings, ApiScope } from '@hermes/runtime'

/** A key that callers send, with what its holder may do. */
export interface ApiKey {
  readonly secret: string
  /** The holder of a named key. Absent for the server's own key, whose holder may do everything. */
  readonly holder?: ApiKeyHolder
}

export interface ApiKeyHolder extends Omit<ApiKeySettings, 'key'> {
  readonly name: string
}

/** Whether a key has a right. */
export function allows({ holder }: ApiKey, scope: ApiScope): boolean {
  return holder === undefined || holder.scopes.includes(scope)
}
