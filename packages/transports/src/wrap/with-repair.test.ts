import {
  InterruptError,
  type Message,
  type ModelRequest,
  type ToolDefinition,
  type Transport,
  TransportError,
  type TransportEvent,
} from '@hermes/core'
import { fail, scripted, text } from '@hermes/testkit'
import { transportContract } from '@hermes/testkit/contracts'
import { describe, expect, test } from 'vitest'
import { createOpenAIChatTransport } from '../openai-chat/index.js'
import { withRepair } from './with-repair.js'
import { withRetry } from './with-retry.js'

transportContract({
  name: 'openai-chat with repairs',
  create: ({ baseUrl, apiKey }) => withRepair(createOpenAIChatTransport({ baseUrl, apiKey })),
})

const unaborted = new AbortController().signal
const picture = { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,AAAA' } }

const messages: readonly Message[] = Object.freeze<Message[]>([
  { role: 'user', content: [{ type: 'text', text: 'Look at it' }, picture] },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'see', arguments: '{}' } }],
    provider_data: { scripted: { signature: 'x' }, other: { signature: 'y' } },
  },
  { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'A screen' }, picture] },
])

const tool: ToolDefinition = {
  name: 'see',
  description: 'Looks.',
  parameters: {
    type: 'object',
    properties: {
      pattern: { type: 'string', pattern: '^\\d+$', format: 'date', maxLength: 5000 },
      list: { type: 'array', items: { anyOf: [{ type: 'string', pattern: '\\w' }, { type: 'null' }] } },
    },
    required: ['pattern'],
  },
}

const request: ModelRequest = { model: 'm', system: 's', messages, tools: [tool] }

const refused = (reason: string) => fail(new TransportError('invalid-request', 'Refused.', { status: 400, reason }))

async function read(transport: Transport, asked = request, signal = unaborted) {
  const events: TransportEvent[] = []
  let error: unknown
  try {
    for await (const event of transport.stream(asked, { signal })) events.push(event)
  } catch (thrown) {
    error = thrown
  }
  const notices = events.flatMap((event) => (event.type === 'notice' ? [[event.code, event.text]] : []))
  return { notices, error, finish: events.find((event) => event.type === 'finish') }
}

/** Returns the second request, sent after the model rejected the first one. */
async function sentAfter(reason: string): Promise<ModelRequest | undefined> {
  const provider = scripted([refused(reason), text('ok')])
  expect((await read(withRepair(provider))).finish).toBeDefined()
  return provider.requests[1]
}

describe('removed parts', () => {
  test('images that the model does not support', async () => {
    const sent = await sentAfter('images-refused')
    expect(JSON.stringify(sent)).not.toContain('base64')
    expect(JSON.stringify(sent)).toMatch(/Look at it.*\[a picture was left out\].*A screen/)
  })

  test('files that the provider cannot read', async () => {
    const file = { type: 'file' as const, file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JV' } }
    const provider = scripted([refused('file-unreadable'), text('ok')])
    await read(withRepair(provider), { ...request, messages: [{ role: 'user', content: [picture, file] }] })
    expect(provider.requests[1]?.messages[0]?.content).toEqual([
      picture,
      { type: 'text', text: '[a file was left out: it could not be read]' },
    ])
  })

  test('images in results, keeping those of the user', async () => {
    const sent = await sentAfter('result-images-refused')
    expect(sent?.messages[0]).toEqual(messages[0])
    expect(sent?.messages[2]?.content).toBe('A screen\n[a picture was left out]')
  })

  test('reasoning of this transport, keeping that of others', async () => {
    const sent = await sentAfter('stale-reasoning')
    expect(sent?.messages[1]).toMatchObject({ tool_calls: [{ id: 'a' }], provider_data: { other: {} } })
    expect(JSON.stringify(sent)).not.toContain('"x"')
  })

  test('patterns in schemas, keeping properties named `pattern`', async () => {
    const sent = await sentAfter('schema-pattern')
    expect(sent?.tools[0]?.parameters).toEqual({
      type: 'object',
      properties: {
        pattern: { type: 'string' },
        list: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      },
      required: ['pattern'],
    })
  })

  test('older oversized images first, then all images', async () => {
    const provider = scripted([refused('image-too-large'), refused('image-too-large'), text('ok')])
    const { notices } = await read(withRepair(provider))
    expect(notices).toEqual([
      ['repair', 'Refused. Trying again without the older pictures.'],
      ['repair', 'Refused. Trying again without the pictures.'],
    ])
    const pictures = provider.requests.map((sent) => JSON.stringify(sent).match(/base64/g)?.length ?? 0)
    expect(pictures).toEqual([2, 1, 0])
  })
})

describe('an image that the provider cannot read', () => {
  const picture = (name: string): Message => ({
    role: 'user',
    content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${name}` } }],
  })
  const earlier: readonly Message[] = [picture('OLDER'), { role: 'assistant', content: 'Nice.' }, picture('NEWER')]
  const left = '[a picture was left out: it could not be read]'

  test.each([
    ['the newest one', /NEWER/, ['OLDER', left]],
    ['an older one', /OLDER/, [left, 'NEWER']],
    ['all', /OLDER|NEWER/, [left, left]],
  ])('is removed, but no other one: %s', async (_, unreadable, shown) => {
    const answer = (sent: ModelRequest) =>
      unreadable.test(JSON.stringify(sent)) ? refused('image-unreadable') : text('ok')
    const provider = scripted(Array(9).fill(answer))
    const transport = withRepair(provider)
    expect((await read(transport, { ...request, messages: earlier })).finish).toBeDefined()
    const next: readonly Message[] = [
      ...earlier,
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: 'And?' },
    ]
    expect((await read(transport, { ...request, messages: next })).notices).toEqual([])
    for (const sent of provider.requests.slice(-2)) {
      const { 0: first, 2: third } = sent.messages
      expect([first, third].map((message) => JSON.stringify(message))).toEqual(
        shown.map((part) => expect.stringContaining(part)),
      )
    }
  })

  test('does not make the same request twice', async () => {
    const provider = scripted(Array(9).fill(refused('image-unreadable')))
    const [only] = earlier
    await read(withRepair(provider), { ...request, messages: only ? [only] : [] })
    expect(provider.requests).toHaveLength(2)
  })
})

describe('rejected parts', () => {
  test('are not sent to that model again, but to others', async () => {
    const provider = scripted([refused('images-refused'), text('1'), text('2'), text('3')])
    const transport = withRepair(provider)
    await read(transport)
    expect((await read(transport)).notices).toEqual([])
    await read(transport, { ...request, model: 'another' })
    expect(provider.requests.map((sent) => JSON.stringify(sent).includes('base64'))).toEqual([true, false, false, true])
  })

  test('of some messages do not affect later messages', async () => {
    const provider = scripted([refused('stale-reasoning'), text('1'), text('2')])
    const transport = withRepair(provider)
    await read(transport)
    const fresh: Message = { role: 'assistant', content: 'Hm.', provider_data: { scripted: { signature: 'z' } } }
    const next: Message = { role: 'user', content: 'And?' }
    expect((await read(transport, { ...request, messages: [...messages, fresh, next] })).notices).toEqual([])
    expect(JSON.stringify(provider.requests[2])).not.toContain('"x"')
    expect(JSON.stringify(provider.requests[2])).toContain('"z"')
  })

  test('return identical messages and tools each time, for caches keyed by identity', async () => {
    const provider = scripted([refused('images-refused'), refused('schema-pattern'), text('1'), text('2')])
    const transport = withRepair(provider)
    await read(transport)
    await read(transport)
    const [, , first, second] = provider.requests
    expect(first?.messages.every((message, index) => message === second?.messages[index])).toBe(true)
    expect(first?.tools[0]).toBe(second?.tools[0])
  })
})

describe('limits', () => {
  test('throws the error when there is nothing to remove', async () => {
    const provider = scripted([refused('images-refused'), text('never')])
    const plain: ModelRequest = { ...request, messages: [{ role: 'user', content: 'Hello' }] }
    expect(await read(withRepair(provider), plain)).toMatchObject({ error: { kind: 'invalid-request' }, notices: [] })
  })

  test.each(['images-refused', 'stale-reasoning', 'schema-pattern', 'a reason of another program'])(
    'gives up on a provider that keeps rejecting: %s',
    async (reason) => {
      const provider = scripted(Array(9).fill(refused(reason)))
      expect((await read(withRepair(provider))).error).toMatchObject({ reason })
      expect(provider.requests.length).toBeLessThanOrEqual(2)
    },
  )

  test('counts repairs as requests of the call', async () => {
    const provider = scripted(Array(9).fill(refused('image-too-large')))
    await read(withRetry(withRepair(provider), { attempts: 2 }))
    expect(provider.requests).toHaveLength(2)
  })

  test('an abort ends the call with its reason', async () => {
    const abort = new AbortController()
    const reason = new InterruptError('Enough.')
    const provider = scripted([
      () => {
        abort.abort(reason)
        return refused('images-refused')
      },
      text('never'),
    ])
    expect((await read(withRepair(provider), request, abort.signal)).error).toBe(reason)
    expect(provider.requests).toHaveLength(1)
  })
})
