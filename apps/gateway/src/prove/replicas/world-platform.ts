import { ConfigError } from '@hermes/core'
import {
  type CallOptions,
  type InboundEvent,
  type PlatformAdapter,
  PlatformError,
  type PlatformLimits,
} from '@hermes/core/platform'
import { parseJson } from '@hermes/core/wiring'
import * as z from 'zod'
import { abilitiesOf, type NetworkCall, type NetworkName, networkNames } from '../world/world-network.js'
import { createPost, type Posted } from './post.js'
import { worldVariable } from './world-variable.js'

const failure = z.object({ retryAfterMs: z.number() })
const polled = z.object({ events: z.array(z.custom<InboundEvent>()) })
const sent = z.object({ messageId: z.string() })

/** Opens a network of the world. @throws {ConfigError} outside of a world. */
export function openWorldPlatform(given: string, env: Readonly<Record<string, string | undefined>>): PlatformAdapter {
  const url = env[worldVariable]
  const name = networkNames.find((each) => each === given)
  if (url !== undefined && name) return createWorldPlatform(name, url)
  throw new ConfigError(`platforms.${given}`, 'This gateway was not started by `hermes gateway prove`.')
}

/** Creates the adapter for a network of the world. `url` is that of the replica. */
function createWorldPlatform(name: NetworkName, url: string): PlatformAdapter {
  const { edits, isIdempotent } = abilitiesOf[name]
  const limits: PlatformLimits = {
    text: { max: 120, unit: 'utf16' },
    formatting: 'markdown',
    streaming: edits ? 'edit' : 'final',
    editIntervalMs: 5,
    isIdempotent,
  }

  const post = createPost(`${url}/networks/${name}`)

  async function call<Result>(body: NetworkCall, schema: z.ZodType<Result>, { signal }: CallOptions): Promise<Result> {
    signal.throwIfAborted()
    const response = await request(body, signal)
    if (response.status === 200) return schema.parse(answerOf(response))
    if (response.status === 404) throw new PlatformError('gone', 'The message is gone.')
    throw new PlatformError('rate-limit', 'The network asks to wait.', failure.parse(answerOf(response)))
  }

  async function request(body: NetworkCall, signal: AbortSignal): Promise<Posted> {
    try {
      return await post(JSON.stringify(body), signal)
    } catch (cause) {
      signal.throwIfAborted()
      throw lost(cause)
    }
  }

  async function* receive(options: CallOptions): AsyncGenerator<readonly InboundEvent[]> {
    let confirmed: string[] = []
    try {
      while (!options.signal.aborted) {
        const { events } = await call({ type: 'poll', confirmed }, polled, options)
        yield events
        confirmed = events.map(({ id }) => id)
      }
    } catch (error) {
      if (options.signal.aborted) return
      if (PlatformError.is(error) && error.kind === 'unknown-outcome')
        throw new PlatformError('transient', 'The connection was cut.', { cause: error, retryAfterMs: 20 })
      throw error
    }
  }

  return {
    id: name,
    limits,
    receive,
    async send({ chatId, text, isPartial = false }, { key, signal }) {
      const { messageId } = await call({ type: 'send', key, chatId, text, isPartial }, sent, { signal })
      return { chatId, messageId }
    },
    ...(edits && {
      async edit({ messageId }, { text, isPartial = false }, options) {
        await call({ type: 'edit', messageId, text, isPartial }, sent, options)
      },
      async remove({ messageId }, options) {
        await call({ type: 'remove', messageId }, sent, options)
      },
    }),
    [Symbol.asyncDispose]: async () => undefined,
  }
}

function answerOf({ body }: Posted): unknown {
  try {
    return parseJson(body)
  } catch (cause) {
    throw lost(cause)
  }
}

function lost(cause: unknown): PlatformError {
  return new PlatformError('unknown-outcome', 'The connection broke before the network answered.', { cause })
}
