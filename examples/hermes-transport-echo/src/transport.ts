import { type ModelRequest, noUsage, type Transport, type TransportEvent, textOf } from '@hermes/core'

export interface EchoOptions {
  /** Prepended to the answer. Default `You said: `. */
  readonly prefix?: string
}

/** A transport without a provider that repeats the newest message word by word. */
export function createEchoTransport({ prefix = 'You said: ' }: EchoOptions = {}): Transport {
  return {
    id: 'echo',
    apiMode: 'echo',
    stream: (request, { signal }) => answer(`${prefix}${heardIn(request)}`, signal),
  }
}

async function* answer(text: string, signal: AbortSignal): AsyncGenerator<TransportEvent> {
  for (const word of text.split(/(?<= )/)) {
    signal.throwIfAborted()
    yield { type: 'text-delta', text: word }
  }
  signal.throwIfAborted()
  yield { type: 'finish', message: { role: 'assistant', content: text }, reason: 'stop', usage: noUsage }
}

function heardIn({ messages }: ModelRequest): string {
  return textOf(messages.at(-1)?.content ?? null)
}
