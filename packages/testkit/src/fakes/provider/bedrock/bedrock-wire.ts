import type { FinishReason, JsonObject, Usage } from '@hermes/core'
import { reasonOf, type SettledAnswer, usageOf } from '../../deltas.js'
import { parseObject } from '../json.js'
import { errorBodyOf, type Wire } from '../wire.js'
import { frames } from './events.js'
import { bedrockEvent, bedrockException } from './frame.js'
import { converseProblems } from './problems.js'
import { refuseConverse } from './refusal.js'
import { sealOf } from './seal.js'

export interface BedrockWireOptions {
  /** The issuer that signs reasoning. Reasoning signed by another issuer is rejected. Default: `fake`. */
  readonly issuer?: string
}

const stopReasons: Readonly<Record<FinishReason, string>> = {
  stop: 'end_turn',
  'tool-calls': 'tool_use',
  length: 'max_tokens',
  'content-filter': 'content_filtered',
  other: 'something_new',
}

const route = /^\/model\/([^/]+)\/converse(-stream)?$/

/** Amazon Bedrock's Converse API, as a stream of AWS events or whole. */
export function createBedrockWire({ issuer = 'fake' }: BedrockWireOptions = {}): Wire {
  return {
    basePath: '',
    isCall: (path) => route.test(path),
    modelOf: (_, path) => decodeURIComponent(route.exec(path)?.[1] ?? ''),
    wantsStream: (_, path) => route.exec(path)?.[2] !== undefined,
    streamHeaders: { 'content-type': 'application/vnd.amazon.eventstream' },
    refuse: refuseConverse,
    interrupt(error) {
      const reply = refuseConverse(error)
      const body = errorBodyOf(reply)
      if (body === undefined || reply === 'drop') return undefined
      const type = String(reply.headers['x-amzn-errortype']).split(':', 1).join('')
      return bedrockException(type.charAt(0).toLowerCase() + type.slice(1), parseObject(body) ?? {})
    },
    problems: (body) => converseProblems(body, issuer),

    stream: (answer) => ({
      head: bedrockEvent('messageStart', { role: 'assistant' }),
      deltas: frames(answer, issuer),
      tail: Buffer.concat([
        bedrockEvent('messageStop', { stopReason: stopReasons[reasonOf(answer)] }),
        bedrockEvent('metadata', { usage: toConverseUsage(usageOf(answer)), metrics: { latencyMs: 12 } }),
      ]),
    }),

    whole: (answer) => ({
      output: { message: { role: 'assistant', content: contentOf(answer, issuer) } },
      stopReason: stopReasons[reasonOf(answer)],
      usage: toConverseUsage(usageOf(answer)),
      metrics: { latencyMs: 12 },
    }),
  }
}

function contentOf({ reasoning, text, toolCalls }: SettledAnswer, issuer: string): readonly JsonObject[] {
  const thought = reasoning ? { text: reasoning, signature: sealOf(issuer, reasoning) } : undefined
  return [
    ...(thought ? [{ reasoningContent: { reasoningText: thought } }] : []),
    ...(text ? [{ text }] : []),
    ...toolCalls.map(({ id, function: { name, arguments: args } }) => ({
      toolUse: { toolUseId: id, name, input: parseObject(args) ?? {} },
    })),
  ]
}

function toConverseUsage(usage: Usage): JsonObject {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage
  return {
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens,
    cacheReadInputTokens: cacheReadTokens,
    cacheWriteInputTokens: cacheWriteTokens,
  }
}
