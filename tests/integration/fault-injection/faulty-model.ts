import { isDeepStrictEqual } from 'node:util'
import {
  type AssistantMessage,
  type ModelRequest,
  sanitizeTranscript,
  type ToolCall,
  type Transport,
  TransportError,
  type TransportErrorKind,
  type TransportEvent,
  textOf,
} from '@hermes/core'
import { defaultUsage } from '@hermes/testkit'
import type { CallPlan, ReplyPlan } from './scenario.js'
import type { World } from './world.js'

/** Returns the final answer to the turn with this number. */
export const finalOf = (turn: number) => `That was turn ${turn}.`

/** Returns the name of a missing tool. */
const nameOf = (plan: CallPlan) => (plan === 'misspelt' ? 'lok' : plan === 'broken' ? 'look' : plan)

/**
 * Creates a model that answers each turn as planned, in deltas with delays, and then with {@link finalOf}. It rejects nothing, and
 * records every invalid request.
 */
export function createFaultyModel(world: World): Transport {
  const progress = new Map<number, number>()
  let callCount = 0

  function nextReply(request: ModelRequest, turn: number): ReplyPlan | undefined {
    if (world.isHealed || request.tools.length === 0) return undefined
    const number = progress.get(turn) ?? 0
    progress.set(turn, number + 1)
    return world.repliesOf(turn)[number]
  }

  function toCall(plan: CallPlan): ToolCall {
    const id = `call-${++callCount}`
    const args = plan === 'broken' ? '{"n": ' : JSON.stringify({ n: callCount })
    return { id, type: 'function', function: { name: nameOf(plan), arguments: args } }
  }

  function failed(kind: TransportErrorKind): TransportError {
    world.faults.push(`transport/${kind}`)
    return new TransportError(kind, 'The provider failed as planned.')
  }

  async function* play(
    reply: ReplyPlan | undefined,
    turn: number,
    signal: AbortSignal,
  ): AsyncGenerator<TransportEvent> {
    switch (reply?.kind) {
      case undefined:
        yield* say(finalOf(turn))
        world.delivered.add(turn)
        return yield finish({ content: finalOf(turn) })
      case 'calls': {
        const content = reply.says ? 'Let me see.' : null
        if (content) yield* say(content)
        return yield finish({ content, tool_calls: reply.calls.map(toCall) }, 'tool-calls')
      }
      case 'fails':
        throw failed(reply.error)
      case 'breaks':
        yield* say('Half of an answer that never ends'.split(' ').slice(0, reply.after).join(' '))
        // Ends like a transport without an end marker, which the loop must notice.
        if (reply.how === 'end') return world.faults.push('transport/protocol')
        throw failed(reply.how === 'drop' ? 'network' : 'overloaded')
      case 'hang':
        // Retries of calls are bounded.
        world.faults.push('transport/timeout')
        yield* say('Let me think')
        return await untilAborted(signal)
      case 'silence':
        world.faults.push('transport/protocol')
        return yield finish({ content: '' })
      case 'thinks-on':
        return yield finish({ content: '', reasoning: 'Hm.' }, 'length')
      case 'cut-text':
        yield* say('To begin with, ')
        return yield finish({ content: 'To begin with, ' }, 'length')
      case 'cut-call':
        return yield finish({ content: null, tool_calls: [toCall('send')] }, 'length')
      case 'stuck': {
        world.faults.push('transport/protocol')
        const text = 'I am stuck. '.repeat(3_000)
        yield { type: 'text-delta', text }
        return yield finish({ content: text })
      }
      case 'promise':
        yield* say("I'll look at it now.")
        return yield finish({ content: "I'll look at it now." })
      case 'filtered':
        world.faults.push('transport/content-filter')
        return yield finish({ content: 'How to' }, 'content-filter')
      case 'markup': {
        const content = `<tool_call>{"name": "look", "arguments": {"n": ${++callCount}}}</tool_call>`
        yield* say(content)
        return yield finish({ content })
      }
    }
  }

  async function* stream(request: ModelRequest, { signal }: { readonly signal: AbortSignal }) {
    signal.throwIfAborted()
    if (!isDeepStrictEqual(sanitizeTranscript(request.messages), request.messages)) world.illegal.push(request.messages)
    world.openStreams += 1
    try {
      const turn = turnOf(request)
      await world.wait()
      for await (const event of play(nextReply(request, turn), turn, signal)) {
        signal.throwIfAborted()
        yield event
        await world.wait()
      }
      signal.throwIfAborted()
    } finally {
      world.openStreams -= 1
    }
  }

  return { id: 'faulty', apiMode: 'chat_completions', stream }
}

/** Returns the turn that is named in the newest user message that names one. */
function turnOf({ messages }: ModelRequest): number {
  const asked = messages.findLast(({ role, content }) => role === 'user' && /turn \d+/.test(textOf(content)))
  const named = [...textOf(asked?.content ?? null).matchAll(/turn (\d+)/g)]
  return Number(named.at(-1)?.[1])
}

function* say(text: string): Generator<TransportEvent> {
  for (const piece of text.split(/(?<= )/)) if (piece !== '') yield { type: 'text-delta', text: piece }
}

function finish(
  message: Omit<AssistantMessage, 'role'>,
  reason: Extract<TransportEvent, { type: 'finish' }>['reason'] = 'stop',
): TransportEvent {
  return { type: 'finish', message: { role: 'assistant', ...message }, reason, usage: defaultUsage }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const leave = () => reject(signal.reason)
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
  })
}
