import { BedrockRuntimeClient, ConverseCommand, ConverseStreamCommand } from '@aws-sdk/client-bedrock-runtime'
import { TransportError } from '@hermes/core'
import { call, createBedrockWire, fail, reasoning, startFakeProvider } from '@hermes/testkit'
import { expect, test } from 'vitest'

interface SdkRequest {
  readonly protocol: string
  readonly hostname: string
  readonly port: number
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string
}

/** The SDK's own way would be HTTP/2. */
async function sendByFetch({ protocol, hostname, port, path, headers, body }: SdkRequest) {
  const response = await fetch(`${protocol}//${hostname}:${port}${path}`, { method: 'POST', headers, body })
  const { status: statusCode, body: stream } = response
  return { response: { statusCode, headers: Object.fromEntries(response.headers), body: stream } }
}

test('the official SDK understands what the fake says, so it is the wire', async () => {
  const answer = reasoning('Hm.', call('read_file', { path: 'a' }, { text: 'Look.' }))
  await using provider = await startFakeProvider({
    wire: createBedrockWire(),
    script: [answer, answer, fail(new TransportError('rate-limit', 'Slow.'))],
  })
  const client = new BedrockRuntimeClient({
    region: 'us-east-1',
    endpoint: provider.baseUrl,
    token: { token: 'key' },
    authSchemePreference: ['httpBearerAuth'],
    maxAttempts: 1,
    requestHandler: { handle: sendByFetch },
  })
  const input = { modelId: 'm', messages: [{ role: 'user' as const, content: [{ text: 'Hello' }] }] }
  const events: object[] = []
  for await (const event of (await client.send(new ConverseStreamCommand(input))).stream ?? []) events.push(event)
  expect(new Set(events.flatMap(Object.keys))).toEqual(
    new Set(['messageStart', 'contentBlockDelta', 'contentBlockStop', 'contentBlockStart', 'messageStop', 'metadata']),
  )
  const { output, stopReason } = await client.send(new ConverseCommand(input))
  expect(output?.message?.content).toMatchObject([
    { reasoningContent: { reasoningText: { text: 'Hm.' } } },
    { text: 'Look.' },
    { toolUse: { name: 'read_file', input: { path: 'a' } } },
  ])
  expect(stopReason).toBe('tool_use')
  await expect(client.send(new ConverseCommand(input))).rejects.toMatchObject({ name: 'ThrottlingException' })
})
