import { type Message, type StoredMessage, type ToolCall, type ToolMessage, textOf } from '@hermes/core'
import { describeProcessReports, typedText } from '@hermes/safety'
import type { RenderFormula } from '../markdown/find-formula.js'
import { createAnswerStream } from '../markdown/markdown-stream.js'
import { oneLine, safeText } from '../text/safe-text.js'
import type { Style } from '../text/style.js'
import type { MessageTimes } from './message-times.js'
import { argumentsOf, previewArguments, toolLine } from './tool-line.js'

export interface TranscriptOptions {
  readonly style: Style
  readonly columns: number
  /** Renders formulas. Default: they stay as written. */
  readonly formula?: RenderFormula
}

/** Renders a stored conversation: messages in full, each tool call on one line. */
export function renderTranscript(messages: readonly Message[], options: TranscriptOptions): string {
  return messages
    .map((message, index) => renderMessage(message, resultsAfter(messages, index), options))
    .filter((text) => text !== '')
    .join('\n')
}

/** Returns the tool messages directly after a message. Only there do call ids refer to its calls. */
function resultsAfter(messages: readonly Message[], index: number): readonly ToolMessage[] {
  const results: ToolMessage[] = []
  for (const message of messages.slice(index + 1)) {
    if (message.role !== 'tool') break
    results.push(message)
  }
  return results
}

function renderMessage(message: Message, results: readonly ToolMessage[], options: TranscriptOptions): string {
  const { style, columns, formula } = options
  if (message.role === 'user') {
    const notice = describeProcessReports(textOf(message.content))
    if (notice !== undefined)
      return notice
        .split('\n')
        .map((line) => `${style.muted(`● ${oneLine(style.t.of(line))}`)}\n`)
        .join('')
    return `${style.bold(style.user(style.promptSign))} ${safeText(typedText(textOf(message.content))).replaceAll('\n', '\n  ')}\n`
  }
  if (message.role !== 'assistant') return ''
  const stream = createAnswerStream({ style, columns: () => columns, formulas: () => formula })
  const text = stream.push(message.content ?? '') + stream.end()
  const lines = (message.tool_calls ?? []).map((call) => `${renderCall(call, results, options)}\n`).join('')
  return [text, lines].filter((part) => part !== '').join('\n')
}

function renderCall({ id, function: called }: ToolCall, results: readonly ToolMessage[], options: TranscriptOptions) {
  const content = results.find((result) => result.tool_call_id === id)?.content ?? ''
  const preview = previewArguments(argumentsOf(called.arguments))
  return toolLine({ name: called.name, preview, content, isError: false }, options)
}

/** Limits of a recap. */
const recapLimits = { exchanges: 10, userCharacters: 300, answerCharacters: 200 } as const

/** Renders the latest exchanges of a conversation, shortened, as a reminder when a session is resumed. */
export function renderRecap(
  messages: readonly Pick<StoredMessage, 'message' | 'timestampMs'>[],
  { style, times }: { readonly style: Style; readonly times: MessageTimes },
): string {
  const said = messages.flatMap(({ message, timestampMs }) => {
    const whole = textOf(message.role === 'user' || message.role === 'assistant' ? message.content : null)
    const notice = message.role === 'user' ? describeProcessReports(whole) : undefined
    const isUser = message.role === 'user' && notice === undefined
    const text = oneLine(isUser ? typedText(whole) : (notice ?? whole))
    return text === '' ? [] : [{ isUser, text: notice === undefined ? text : `● ${text}`, timestampMs }]
  })
  const lines = said.slice(-2 * recapLimits.exchanges).map(({ isUser, text, timestampMs }) => {
    const cut = shorten(text, isUser ? recapLimits.userCharacters : recapLimits.answerCharacters)
    const time = times.isShown ? `${times.format(timestampMs)} ` : ''
    return `${time}${isUser ? style.promptSign : ' '} ${cut}`
  })
  return lines.map((line) => `${style.muted(line)}\n`).join('')
}

function shorten(text: string, limit: number): string {
  const characters = Array.from(text)
  return characters.length <= limit ? text : `${characters.slice(0, limit).join('')}…`
}
