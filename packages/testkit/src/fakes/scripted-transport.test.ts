import { type Message, type ModelRequest, type Transport, TransportError, type TransportEvent } from '@hermes/core'
import { describe, expect, it } from 'vitest'
import { call, calls, cut, fail, hang, reasoning, scripted, text } from '../index.js'
import { collect } from './collect.js'

const request: ModelRequest = {
  model: 'fake-model',
  system: 'Be brief.',
  messages: [{ role: 'user', content: 'Hello' }],
  tools: [],
}

function ask(transport: Transport, signal = new AbortController().signal): AsyncIterable<TransportEvent> {
  return transport.stream(request, { signal })
}

async function finishOf(transport: Transport) {
  const last = (await collect(ask(transport))).at(-1)
  if (last?.type !== 'finish') throw new Error('no finish')
  return last
}

describe('scripted', () => {
  it('answers each request with the next reply', async () => {
    const transport = scripted([call('read_file', { path: 'a' }), text('done')])
    expect((await finishOf(transport)).message).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'read_file', arguments: '{"path":"a"}' } }],
    })
    expect(await finishOf(transport)).toMatchObject({ reason: 'stop', message: { role: 'assistant', content: 'done' } })
  })

  it('streams reasoning, text and calls in several deltas, in this order', async () => {
    const reply = reasoning('Let me think', calls([call('a', { x: 1 }), call('b')], { text: 'Looking at it' }))
    const events = await collect(ask(scripted([reply])))
    const kinds = events.map((event) => event.type).filter((type, index, all) => type !== all[index - 1])
    expect(kinds).toEqual(['reasoning-delta', 'text-delta', 'tool-call-delta', 'finish'])
    expect(events.filter((event) => event.type === 'text-delta').length).toBeGreaterThan(1)
  })

  it('numbers ids in the order of the calls across the script', async () => {
    const transport = scripted([calls([call('a'), call('b')]), call('c', {}, { id: 'own' }), call('d')])
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.push(...((await finishOf(transport)).message.tool_calls ?? []).map(({ id }) => id))
    expect(ids).toEqual(['call_1', 'call_2', 'own', 'call_3'])
  })

  it('computes a reply from the request and its number', async () => {
    const transport = scripted([({ model }, number) => text(`${model} ${number}`)])
    expect((await finishOf(transport)).message.content).toBe('fake-model 1')
  })

  it('accepts an endless script', async () => {
    function* forever() {
      for (let n = 1; ; n++) yield text(`answer ${n}`)
    }
    const transport = scripted(forever())
    await finishOf(transport)
    expect((await finishOf(transport)).message.content).toBe('answer 2')
  })

  it('throws scripted errors', async () => {
    const error = new TransportError('auth', 'No.')
    await expect(finishOf(scripted([fail(error)]))).rejects.toBe(error)
  })

  it('never finishes a truncated answer', async () => {
    const events: TransportEvent[] = []
    const read = async () => {
      for await (const event of ask(scripted([cut(text('abcdef', { pace: { pieceSize: 1 } }), { after: 2 })])))
        events.push(event)
    }
    await expect(read()).rejects.toMatchObject({ kind: 'network' })
    expect(events.map((event) => event.type)).toEqual(['text-delta', 'text-delta'])
  })

  it('throws when the script has ended', async () => {
    await expect(finishOf(scripted([]))).rejects.toThrow('Request 1 came, but the script is empty')
  })

  it('rejects with the reason of the signal while it hangs or computes', async () => {
    for (const reply of [hang(), hang(text('abc')), () => new Promise<never>(() => undefined)]) {
      const abort = new AbortController()
      const reason = new Error('enough')
      const reading = collect(ask(scripted([reply]), abort.signal))
      queueMicrotask(() => abort.abort(reason))
      await expect(reading).rejects.toBe(reason)
    }
  })

  it('records requests and freezes their messages', async () => {
    const transport = scripted([text('one')])
    const message: Message = { role: 'user', content: [{ type: 'text', text: 'Hello' }] }
    await collect(transport.stream({ ...request, messages: [message] }, { signal: new AbortController().signal }))
    expect(transport.requests[0]?.messages[0]).toBe(message)
    expect(() => Object.assign(message, { content: 'changed' })).toThrow(TypeError)
    expect(() => Object.assign(message.content[0] ?? {}, { text: 'changed' })).toThrow(TypeError)
  })
})
