import type { ModelRequest, Transport, TransportEvent } from '@hermes/core'
import { onTestFinished } from 'vitest'
import type { FakeProvider } from '../../fakes/provider/fake-provider.js'
import { startFakeProvider } from '../../fakes/provider/fake-provider.js'
import type { ProviderReply } from '../../fakes/provider/script.js'
import type { Wire } from '../../fakes/provider/wire.js'
import type { Reply } from '../../fakes/reply.js'

export interface TransportContract {
  /** The name of the suite: `openai-chat`. */
  readonly name: string
  /** Creates the transport under test. It must not retry failed calls. */
  create(fixture: TransportFixture): Transport | Promise<Transport>
  /** The API of the provider. Default: chat completions. */
  readonly wire?: Wire
  /** Missing abilities of the transport, with reasons that appear in the suite's title. */
  readonly gaps?: Partial<Readonly<Record<TransportFeature, string>>>
  /** Required with the gap `script`: requests that make the transport answer with text or a call. */
  readonly requests?: { readonly text: ModelRequest; readonly toolCall?: ModelRequest }
}

/**
 * `server`: talks HTTP to a server. `script`: a test can choose its answers. `streaming`: emits text while the model writes.
 * `reasoning`: passes reasoning on. `images`: passes images on. `bounded`: aborts an endless answer. `oddCalls`: accepts calls that
 * share an id, or whose tool has an invalid name.
 */
export type TransportFeature = 'server' | 'script' | 'streaming' | 'reasoning' | 'images' | 'bounded' | 'oddCalls'

/** The connection of a transport under test. */
export interface TransportFixture {
  /** The base URL of a local server: `http://127.0.0.1:PORT/v1`. */
  readonly baseUrl: string
  /** The only key that the server accepts. */
  readonly apiKey: string
  /** Sends every request to that server, whatever its host. For transports with a fixed address. */
  readonly fetch: typeof globalThis.fetch
  /** The scripted replies, one per request. For transports without a server. */
  readonly replies: readonly Reply[]
}

/** The transport under test with its provider. */
export interface Subject {
  readonly transport: Transport
  readonly provider: FakeProvider
  /** Asks a plain question, or the given one. */
  ask(request?: Partial<ModelRequest>, signal?: AbortSignal): AsyncIterable<TransportEvent>
}

export const question: ModelRequest = {
  model: 'fake-model',
  system: 'You are under test.',
  messages: [{ role: 'user', content: 'Hello' }],
  tools: [],
}

const apiKey = 'contract-key'

/** Starts a provider with these replies and a connected transport, for the duration of the test. */
export async function open(contract: TransportContract, script: readonly ProviderReply[]): Promise<Subject> {
  const { wire } = contract
  const provider = await startFakeProvider({ script, apiKey, ...(wire ? { wire } : {}) })
  onTestFinished(() => provider.close())
  const { baseUrl } = provider
  const replies = script.filter((reply): reply is Reply => reply.kind !== 'http' && reply.kind !== 'raw')
  const transport = await contract.create({ baseUrl, apiKey, replies, fetch: redirectTo(new URL(baseUrl).origin) })
  return {
    transport,
    provider,
    ask: (request = {}, signal = new AbortController().signal) =>
      transport.stream({ ...question, ...request }, { signal }),
  }
}

function redirectTo(origin: string): typeof globalThis.fetch {
  return (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    const target = origin + pathname + search
    return fetch(input instanceof Request ? new Request(target, input) : target, init)
  }
}
