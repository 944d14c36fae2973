import { type Message, type ToolCall, textOf } from '@hermes/core'
import type { Steps } from '@hermes/safety'
import type { Block } from '../blocks.js'
import { describeCall, oneLine } from '../prune/describe-call.js'
import { parseObject } from '../prune/parse-object.js'
import { type ResultFacts, readResult } from '../prune/read-result.js'
import { type Sentence, sentencesOf } from './sentences.js'
import { commonShapes, shapeOf } from './worth.js'

/** The input of the rule-based summary: messages and tool calls, with secrets redacted. */
export interface History {
  readonly said: readonly Said[]
  readonly actions: readonly Action[]
  /** Actions, and sentences in which the model reports completed work, in order. */
  readonly deeds: readonly Deed[]
  /** Shapes of repetitive sentences. See `shapeOf`. */
  readonly dull: ReadonlySet<string>
}

export type Deed = Action | Sentence

export interface Said {
  readonly by: 'user' | 'assistant'
  readonly text: string
  readonly sentences: readonly Sentence[]
}

export interface Action {
  readonly tool: string
  /** The tool and its main argument: `terminal "npm test"`. */
  readonly call: string
  /** The argument values as text, one per line. */
  readonly given: string
  readonly result: ResultFacts | undefined
}

/**
 * Reads the messages and tool calls of blocks.
 * @param blocks The blocks, with secrets already removed.
 */
export function* readHistory(blocks: readonly Block[]): Steps<History> {
  const said: Said[] = []
  const deeds: Deed[] = []
  const shapes: string[] = []
  for (const { messages } of blocks) {
    yield
    const [message] = messages
    if (message?.role !== 'user' && message?.role !== 'assistant') continue
    const text = textOf(message.content).trim()
    const sentences = sentencesOf(text)
    for (const sentence of sentences) shapes.push(shapeOf(sentence.text))
    if (text) said.push({ by: message.role, text, sentences })
    if (message.role !== 'assistant') continue
    deeds.push(...sentences.filter(({ cues }) => cues.has('done')))
    const results = new Map(messages.slice(1).map((result) => [idOf(result), result]))
    for (const call of message.tool_calls ?? []) deeds.push(toAction(call, results.get(call.id)))
  }
  return { said, actions: deeds.filter(isAction), deeds, dull: commonShapes(shapes) }
}

function isAction(deed: Deed): deed is Action {
  return 'call' in deed
}

function toAction(call: ToolCall, result: Message | undefined): Action {
  return {
    tool: call.function.name,
    call: describeCall(call),
    given: Object.values(parseObject(call.function.arguments)).map(toText).join('\n'),
    result: result && readResult(textOf(result.content)),
  }
}

/** Describes the result of an action: `exit 1: Error: no such file`. */
export function describeOutcome({ result }: Action): string {
  if (!result) return 'no result'
  const { exitCode, error, lines, output } = result
  const status = exitCode === undefined ? [] : [`exit ${exitCode}`]
  if (error !== undefined) return [...status, error].join(': ')
  const size = lines > 1 ? `${lines} lines` : oneLine(output, 100)
  return [...status, size].filter(Boolean).join(', ') || 'done'
}

function idOf(message: Message): string {
  return message.role === 'tool' ? message.tool_call_id : ''
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
