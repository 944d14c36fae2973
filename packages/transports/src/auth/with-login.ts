import { type ModelRequest, type Transport, TransportError, type TransportEvent } from '@hermes/core'
import { untilAborted } from '@hermes/safety'
import { isShownAfter } from '../wrap/notices.js'
import { LoginError } from './login-error.js'
import type { TokenKeeper } from './token-keeper.js'
import type { TokenSet } from './token-set.js'

export interface LoginOptions extends Pick<Transport, 'id' | 'apiMode'> {
  readonly keeper: TokenKeeper
  /** Creates the transport for the tokens. Called again when the tokens change. */
  readonly create: (tokens: TokenSet) => Transport
}

/**
 * Creates a transport that authenticates with a login. It renews tokens before they expire, and once after a 401.
 * Without valid tokens, a call fails with a `TransportError` of kind `auth`, or `network` if a retry may help.
 */
export function withLogin({ id, apiMode, keeper, create }: LoginOptions): Transport {
  let known: { readonly tokens: TokenSet; readonly transport: Transport } | undefined

  function transportFor(tokens: TokenSet): Transport {
    if (known?.tokens.accessToken !== tokens.accessToken) known = { tokens, transport: create(tokens) }
    return known.transport
  }

  async function* stream(
    request: ModelRequest,
    options: Parameters<Transport['stream']>[1],
  ): AsyncGenerator<TransportEvent> {
    const { signal } = options
    const tokens = await untilAborted(keeper.current(), signal).catch(asTransportError)
    let isShown = false
    try {
      for await (const event of transportFor(tokens).stream(request, options)) {
        isShown = isShownAfter(event, isShown)
        yield event
      }
      return
    } catch (error) {
      signal.throwIfAborted()
      if (isShown || !isRefusal(error)) throw error
    }
    const others = await untilAborted(keeper.replace(tokens.accessToken), signal).catch(asTransportError)
    yield* transportFor(others).stream(request, options)
  }

  return { id, apiMode, stream }
}

function isRefusal(error: unknown): boolean {
  return TransportError.is(error) && error.kind === 'auth' && error.status === 401
}

function asTransportError(error: unknown): never {
  if (!LoginError.is(error)) throw error
  const { remedy } = error
  if (error.kind === 'unavailable') throw new TransportError('network', error.message, { cause: error })
  throw new TransportError('auth', error.message, { status: 401, cause: error, ...(remedy && { remedy }) })
}
