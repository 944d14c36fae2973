import { writeFile } from 'node:fs/promises'
import { TransportError } from '@hermes/core'
import { fail, startFakeProvider, text } from '@hermes/testkit'
import { createOpenAIChatTransport } from '@hermes/transports/openai-chat'
import { expect, onTestFinished, test } from 'vitest'
import { testHost } from '../../testing/open-host.js'
import { tempHome } from '../../testing/temp-home.js'
import { withRouting } from './with-routing.js'

const routing =
  'provider_routing: { sort: price, only: [a, b], ignore: [c], order: [], require_parameters: true, data_collection: deny }\n'
const sent = { sort: 'price', only: ['a', 'b'], ignore: ['c'], require_parameters: true, data_collection: 'deny' }

async function start(script: Parameters<typeof startFakeProvider>[0]['script'] = () => text('Hello.')) {
  const server = await startFakeProvider({ script })
  onTestFinished(() => server.close())
  return server
}

async function open(config: string) {
  const paths = await tempHome({ config, env: 'OPENROUTER_API_KEY=a-key\n' })
  const { host, open } = await testHost({ paths })
  return { paths, host, runtime: await open() }
}

const fieldsOf = ({ requests }: Awaited<ReturnType<typeof start>>) => requests.map(({ body }) => body.provider)

test('sends the routing to OpenRouter with each request, without a warning', async () => {
  const server = await start()
  const model = `model: { provider: openrouter, base_url: "${server.baseUrl}", api_key: k, default: m, context_length: 9000 }\n`
  const { paths, host, runtime } = await open(model + routing)
  expect(host.warnings.join()).not.toContain('provider_routing')
  const { sessionId } = await (await runtime.agentFor({})).agent.run('one').result
  await writeFile(paths.config, `${model}provider_routing: { order: [d] }\n`)
  await (await runtime.agentFor({})).agent.run('two', { sessionId }).result
  await writeFile(paths.config, `${model}provider_routing: { only: [] }\n`)
  await (await runtime.agentFor({})).agent.run('three', { sessionId }).result
  expect(fieldsOf(server)).toEqual([sent, { order: ['d'] }, undefined])
})

test('sends the routing to no other provider, and to OpenRouter as a fallback', async () => {
  const main = await start(() => fail(new TransportError('auth', 'No.', { status: 401 })))
  const spare = await start()
  const { runtime } = await open(
    [
      `model: { provider: custom, base_url: "${main.baseUrl}", default: m, context_length: 9000 }`,
      `fallback_providers: [{ provider: openrouter, base_url: "${spare.baseUrl}", model: n, key_env: OPENROUTER_API_KEY }]`,
      routing,
    ].join('\n'),
  )
  expect(await runtime.agent.chat('one')).toBe('Hello.')
  expect(fieldsOf(main)).toEqual([undefined])
  expect(fieldsOf(spare)).toEqual([sent])
})

test.each([
  ['https://openrouter.ai/api/v1', true],
  ['https://openrouter.ai.evil.example/v1', false],
  ['', false],
])('recognizes OpenRouter by the address "%s": %s', (baseUrl, isWrapped) => {
  const transport = createOpenAIChatTransport()
  expect(withRouting(transport, { provider: 'lab', baseUrl }, { sort: 'price' }) !== transport).toBe(isWrapped)
})
