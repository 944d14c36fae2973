import type { ModelRequest, Transport, TransportEvent } from '@hermes/core'
import { onTestFinished } from 'vitest'
import type { FakeProvider } from '../../fakes/provider/fake-provider.js'
import { startFakeProvider } from '../../fakes/provider/fake-provider.js'
import type { ProviderReply } from '../../fakes/provider/script.js'
import type { Wire } from '../../fakes/provider/wire.js'
import type { Reply } from '../../fakes/reply.js'

export interface TransportContract {
  /** Names the suite: `openai-chat`. */
  readonly name: string
  /** Builds the transport under test. It must not repeat failed calls by itself. */
  create(fixture: TransportFixture): Transport | Promise<Transport>
  /** What the provider behind it speaks. Default: chat completions. */
  readonly wire?: Wire
  /** What this transport cannot do or show, each with the reason, which stands in the suite's title. */
  readonly gaps?: Partial<Readonly<Record<TransportFeature, string>>>
  /** Needed with the gap `script`: requests that make the transport answer so. */
  readonly requests?: { readonly text: ModelRequest; readonly toolCall?: ModelRequest }
}

/**
 * `server`: speaks to one over HTTP. `script`: what it answers can be chosen by a test. `streaming`: shows what the model
 * writes while it writes. `reasoning`: passes the model's thoughts on. `images`: passes pictures on. `bounded`: gives an
 * answer up that has no end. `oddCalls`: takes calls back that share an id, or whose tool has a name that none can have.
 */
export type TransportFeature = 'server' | 'script' | 'streaming' | 'reasoning' | 'images' | 'bounded' | 'oddCalls'

/** What a transport under test is connected to. */
export interface TransportFixture {
  /** Of a local server that speaks the wire: `http://127.0.0.1:PORT/v1`. */
  readonly baseUrl: string
  /** The only key that the server takes. */
  readonly apiKey: string
  /** Sends every request to that server, whatever host it is meant for: for transports whose address is fixed. */
  readonly fetch: typeof globalThis.fetch
  /** What will be answered, one reply per request: for transports without a server. */
  readonly replies: readonly Reply[]
}

/** The transport under test with its provider. */
export interface Subject {
  readonly transport: Transport
  readonly provider: FakeProvider
  /** Asks a plain question, or what is given. */
  ask(request?: Partial<ModelRequest>, signal?: AbortSignal): AsyncIterable<TransportEvent>
}

export const question: ModelRequest = {
  model: 'fake-model',
  system: 'You are under test.',
  messages: [{ role: 'user', content: 'Hello' }],
  tools: [],
}

const apiKey = 'contract-key'

/** Starts a provider with these replies and a transport that is connected to it, for the length of the test. */
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
