import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAgent, defineTool, type Transport } from '@hermes/core'
import { createSqliteStore } from '@hermes/state'
import {
  call,
  createAnthropicWire,
  createBedrockWire,
  createChatWire,
  createResponsesWire,
  startFakeProvider,
  text,
  type Wire,
} from '@hermes/testkit'
import { createToolExecutor, createToolRegistry } from '@hermes/tools'
import { createAnthropicTransport } from '@hermes/transports/anthropic'
import { createBedrockTransport } from '@hermes/transports/bedrock'
import { createOpenAIChatTransport } from '@hermes/transports/openai-chat'
import { createOpenAIResponsesTransport } from '@hermes/transports/openai-responses'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'

const apiKey = 'made-up-key'

interface Setup {
  readonly wire: Wire
  readonly connect: (baseUrl: string) => Transport
}

test.each<[string, () => Setup]>([
  [
    'openai-chat',
    () => ({ wire: createChatWire(), connect: (baseUrl) => createOpenAIChatTransport({ baseUrl, apiKey }) }),
  ],
  [
    'openai-responses',
    () => ({ wire: createResponsesWire(), connect: (baseUrl) => createOpenAIResponsesTransport({ baseUrl, apiKey }) }),
  ],
  [
    'anthropic',
    () => ({
      wire: createAnthropicWire(),
      connect: (baseUrl) => createAnthropicTransport({ baseUrl: baseUrl.replace(/\/v1$/, ''), apiKey }),
    }),
  ],
  [
    'bedrock',
    () => ({
      wire: createBedrockWire(),
      connect: (baseUrl) => createBedrockTransport({ baseUrl: baseUrl.replace(/\/v1$/, ''), apiKey }),
    }),
  ],
])('%s shows the model the arguments that a call ran with, in the same bytes after a resume', async (_, setup) => {
  const { wire, connect } = setup()
  const provider = await startFakeProvider({
    wire,
    script: [call('say', `{'text': "one\ntwo",}`), text('Said.'), text('Again.')],
  })
  const folder = mkdtempSync(join(tmpdir(), 'hermes-repaired-'))
  onTestFinished(async () => {
    await provider.close()
    rmSync(folder, { recursive: true, maxRetries: 5 })
  })

  async function ask(sessionId?: string): Promise<string> {
    await using store = await createSqliteStore({ path: join(folder, 'state.db') })
    const agent = createAgent({ transport: connect(provider.baseUrl), model: { id: 'm' }, tools: sayTools(), store })
    const run = agent.run('go', sessionId === undefined ? {} : { sessionId })
    expect((await run.result).outcome.status).toBe('completed')
    return run.sessionId
  }
  await ask(await ask())

  const [, second, third] = provider.requests.map(({ body }) => JSON.stringify(body.messages ?? body.input))
  const ran = /"(?:arguments|input)":("\{\\"text\\":\\"one\\\\ntwo\\"\}"|\{"text":"one\\ntwo"\})/
  expect(second).toMatch(ran)
  expect(second).toContain('said one\\ntwo')
  expect(ran.exec(third ?? '')?.[0]).toBe(ran.exec(second ?? '')?.[0])
})

function sayTools() {
  const say = defineTool({
    name: 'say',
    description: 'Says a text.',
    toolset: 'test',
    parameters: z.object({ text: z.string() }),
    effect: 'read',
    concurrency: 'safe',
    run: async (args) => `said ${args.text}`,
  })
  return createToolExecutor({ registry: createToolRegistry([say]) })
}
