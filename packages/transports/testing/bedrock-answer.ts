import type { JsonObject } from '@hermes/core'
import { bedrockEvent } from '@hermes/testkit'

/** One block of an answer: its deltas, and for a call how it begins. */
export function block(contentBlockIndex: number, deltas: readonly JsonObject[], start?: JsonObject): Uint8Array {
  return Buffer.concat([
    ...(start ? [bedrockEvent('contentBlockStart', { contentBlockIndex, start })] : []),
    ...deltas.map((delta) => bedrockEvent('contentBlockDelta', { contentBlockIndex, delta })),
    bedrockEvent('contentBlockStop', { contentBlockIndex }),
  ])
}

export function callBlock(contentBlockIndex: number, toolUse: JsonObject, ...inputs: readonly string[]): Uint8Array {
  const deltas = inputs.map((input) => ({ toolUse: { input } }))
  return block(contentBlockIndex, deltas, { toolUse })
}

export function thoughtBlock(contentBlockIndex: number, pieces: readonly string[], signature: string): Uint8Array {
  const deltas = pieces.map((text) => ({ reasoningContent: { text } }))
  return block(contentBlockIndex, [...deltas, { reasoningContent: { signature } }])
}

export function stopped(stopReason: string, usage: JsonObject = { inputTokens: 3, outputTokens: 2, totalTokens: 5 }) {
  return Buffer.concat([
    bedrockEvent('messageStop', { stopReason }),
    bedrockEvent('metadata', { usage, metrics: { latencyMs: 1275 } }),
  ])
}

export const eventStreamHeaders = { 'content-type': 'application/vnd.amazon.eventstream' }

/** What the answer says before its end. */
const said = [
  bedrockEvent('messageStart', { role: 'assistant' }),
  thoughtBlock(0, ['Über', 'legen'], 'EqQBCgIYAhIM1gbcDa9GJwZA2b3h'),
  block(1, [{ reasoningContent: { redactedContent: 'cmVkYWN0ZWQ=' } }]),
  block(2, [{ text: 'Grüße ' }, { text: '👋' }]),
  thoughtBlock(3, ['Nochmal'], 'ErUBCkYIBRgCIkDf'),
  callBlock(4, { toolUseId: 'tooluse_1', name: 'read_file' }, '', '{"path": "é', '.txt","n":1.0}'),
  callBlock(5, { toolUseId: 'tooluse_2', name: 'todo' }, ''),
]

/** An answer that thinks, speaks, thinks again and calls two tools, as it is streamed. */
export const recordedAnswer = Buffer.concat([
  ...said,
  stopped('tool_use', {
    inputTokens: 5,
    outputTokens: 89,
    totalTokens: 191,
    cacheReadInputTokens: 90,
    cacheWriteInputTokens: 7,
  }),
])

/** How many of its bytes come before the event that says why the model stopped. */
export const recordedLength = Buffer.concat(said).length

export const recordedMessage = {
  role: 'assistant',
  content: 'Grüße 👋',
  reasoning: 'ÜberlegenNochmal',
  tool_calls: [
    {
      id: 'tooluse_1',
      type: 'function',
      function: { name: 'read_file', arguments: '{"path": "é.txt","n":1.0}' },
    },
    { id: 'tooluse_2', type: 'function', function: { name: 'todo', arguments: '{}' } },
  ],
}

export const recordedBlocks = [
  { reasoningContent: { reasoningText: { text: 'Überlegen', signature: 'EqQBCgIYAhIM1gbcDa9GJwZA2b3h' } } },
  { reasoningContent: { redactedContent: 'cmVkYWN0ZWQ=' } },
  { type: 'text', length: 8 },
  { reasoningContent: { reasoningText: { text: 'Nochmal', signature: 'ErUBCkYIBRgCIkDf' } } },
  { type: 'tool_use', id: 'tooluse_1' },
  { type: 'tool_use', id: 'tooluse_2' },
]
