import { type ModelRequest, type Transport, TransportError, type TransportEvent } from '@hermes/core'
import {
  createAnthropicWire,
  createResponsesWire,
  type FakeProviderOptions,
  fail,
  startFakeProvider,
  text,
} from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import { resolveProvider } from '../resolve/resolve-provider.js'
import { createLoginTransport, createTokenKeeper, LoginError, type TokenSet, withLogin } from './index.js'

const request: ModelRequest = {
  model: 'fake-model',
  system: '',
  messages: [{ role: 'user', content: 'Hi' }],
  tools: [],
}
const refused = fail(new TransportError('auth', 'Token expired', { status: 401 }))

function read(transport: Transport, asked: ModelRequest = request): Promise<TransportEvent[]> {
  return Array.fromAsync(transport.stream(asked, { signal: new AbortController().signal }))
}

/** Opens a login with the tokens `token-1`, `token-2`, ... */
async function open(options: FakeProviderOptions, renew?: () => Promise<TokenSet>) {
  const server = await startFakeProvider(options)
  let stored: TokenSet = { accessToken: 'token-1' }
  let count = 1
  const keeper = createTokenKeeper({
    store: {
      read: async () => stored,
      exclusively: (work) =>
        work(async (tokens) => {
          stored = tokens
        }),
    },
    renew: renew ?? (async () => ({ accessToken: `token-${++count}` })),
    now: Date.now,
    remedy: { type: 'log-in', provider: 'fake' },
  })
  const resolved = resolveProvider({ provider: 'custom', baseUrl: server.baseUrl, model: 'fake-model' }, {})
  const create = (tokens: TokenSet) => createLoginTransport(resolved, tokens)
  const transport = withLogin({ id: 'openai-chat', apiMode: 'chat_completions', keeper, create })
  return { server, transport, renewed: () => count - 1 }
}

test('renews a rejected token once and continues the call', async () => {
  const { server, transport } = await open({ script: [refused, text('Good day')] })
  await using _ = server
  expect((await read(transport)).at(-1)).toMatchObject({ type: 'finish', message: { content: 'Good day' } })
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-2'])
})

test('concurrent rejected calls share one renewal', async () => {
  const { server, transport, renewed } = await open({
    script: (_, number) => (number <= 3 ? refused : text('ok')),
  })
  await using _ = server
  await Promise.all([read(transport), read(transport), read(transport)])
  expect(renewed()).toBe(1)
})

test('fails if the new token is rejected too', async () => {
  const { server, transport } = await open({ script: () => refused })
  await using _ = server
  await expect(read(transport)).rejects.toMatchObject({ kind: 'auth', status: 401 })
  expect(server.requests).toHaveLength(2)
})

test('fails a call with the reason for missing tokens', async () => {
  const failures: readonly [LoginError, object][] = [
    [new LoginError('revoked', 'The login is over.'), { kind: 'auth', remedy: { type: 'log-in', provider: 'fake' } }],
    [new LoginError('unavailable', 'No network.'), { kind: 'network' }],
  ]
  for (const [error, expected] of failures) {
    const { server, transport } = await open({ script: () => refused }, () => Promise.reject(error))
    await using _ = server
    await expect(read(transport)).rejects.toMatchObject(expected)
  }
})

describe('request format', () => {
  const signal = () => ({ signal: new AbortController().signal })

  test('Codex: account, originator, streaming, instructions, no limit', async () => {
    await using server = await startFakeProvider({ wire: createResponsesWire(), script: text('ok'), apiKey: 'jwt' })
    const resolved = resolveProvider({ provider: 'openai-codex', baseUrl: server.baseUrl }, {}, [
      { provider: 'openai-codex', baseUrl: server.baseUrl },
    ])
    const transport = createLoginTransport(resolved, { accessToken: 'jwt', accountId: 'acc' }, { streaming: false })
    expect(transport.apiMode).toBe('codex_responses')
    await read(transport, { ...request, maxOutputTokens: 100 })
    const [sent] = server.requests
    expect(sent?.headers).toMatchObject({
      'chatgpt-account-id': 'acc',
      originator: 'hermes',
      authorization: 'Bearer jwt',
    })
    expect(sent?.body).toMatchObject({ store: false, stream: true, instructions: expect.stringMatching(/./) })
    expect(sent?.body).not.toHaveProperty('max_output_tokens')
  })

  test('Copilot: editor, initiator and images', async () => {
    await using server = await startFakeProvider({ script: () => text('ok'), apiKey: 'tid=1' })
    const resolved = resolveProvider({ provider: 'copilot', baseUrl: server.baseUrl }, {}, [
      { provider: 'copilot', baseUrl: server.baseUrl },
    ])
    const transport = createLoginTransport(resolved, { accessToken: 'tid=1' })
    const picture = {
      type: 'image_url',
      image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' },
    } as const
    const call = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } } as const
    const look = { name: 'look', description: 'Looks', parameters: { type: 'object', properties: {} } } as const
    await read(transport)
    await read(transport, {
      ...request,
      tools: [look],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'What is it?' }, picture] },
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c1', content: 'a kettle' },
      ],
    })
    const [first, second] = server.requests.map(({ headers }) => headers)
    expect(first).toMatchObject({ 'editor-version': expect.stringMatching(/./), 'x-initiator': 'user' })
    expect(first).not.toHaveProperty('copilot-vision-request')
    expect(second).toMatchObject({ 'x-initiator': 'agent', 'copilot-vision-request': 'true' })
  })

  test('Anthropic: bearer token, login beta, and the subscription block first', async () => {
    await using server = await startFakeProvider({ wire: createAnthropicWire(), script: () => text('ok') })
    const settings = { provider: 'anthropic', baseUrl: server.baseUrl }
    const transport = createLoginTransport(resolveProvider(settings, {}), { accessToken: 'sk-ant-oat01-x' })
    for (const system of ['', 'Be kind.']) await Array.fromAsync(transport.stream({ ...request, system }, signal()))
    const [bare, full] = server.requests
    expect(full?.headers).toMatchObject({ authorization: 'Bearer sk-ant-oat01-x' })
    expect(full?.headers['anthropic-beta']).toContain('oauth-2025-04-20')
    expect(full?.headers).not.toHaveProperty('x-api-key')
    const texts = [bare, full].map((sent) => JSON.stringify(sent?.body.system))
    expect(texts[0]).toMatch(/^\[\{"type":"text","text":"You are Claude Code[^"]*"/)
    expect(texts[1]).toMatch(/You are Claude Code.*Be kind\./)
    const withKey = createLoginTransport(resolveProvider(settings, {}), { accessToken: 'sk-ant-api03-x' })
    await read(withKey)
    expect(JSON.stringify(server.requests.at(-1)?.body)).not.toContain('Claude Code')
  })
})
