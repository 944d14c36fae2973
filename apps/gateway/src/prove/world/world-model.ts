import * as z from 'zod'
import { asksIn, linesOf } from './marks.js'

const content = z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))])
export const modelRequest = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string(), content: content.nullish() })),
})

/** The model for side tasks. Its requests quote conversations, so neither the quoted messages nor answers that end within a mark count as requests. */
export const sideModel = 'prove-side'

export interface ModelAnswer {
  /** The last mark that is answered. */
  readonly mark: string
  readonly text: string
  /** Marks that are twice in the conversation, with the messages that contain them. */
  readonly repeated: readonly string[]
  /** Whether the newest message is from a person. */
  readonly isFirst: boolean
  /** Whether the message arrived while the turn ran. */
  readonly isSteer: boolean
  /** Whether the answer first asks for a file. */
  readonly callsTool: boolean
}

/**
 * Answers the marks of the latest message, which are several if a burst was joined. Every third answer needs a tool first.
 * @param isBusy Whether messages act on the turn before them. Then all but every third answer need a tool.
 */
export function answerOf(
  { model, messages }: z.output<typeof modelRequest>,
  isBusy: (mark: string) => boolean = () => false,
): ModelAnswer {
  const people = model === sideModel ? [] : messages.filter(({ role }) => role === 'user')
  const asks = people.map(({ content }) => asksIn(textOf(content)))
  const [asked, latest] = [asks.flat(), asks.findLast(({ length }) => length > 0) ?? []]
  const mark = latest.at(-1) ?? ''
  const isFirst = messages.at(-1)?.role === 'user'
  const before = messages.findLast(({ role }) => role !== 'user')
  return {
    mark,
    text: mark === '' ? 'Nothing was asked.' : latest.flatMap(linesOf).join('\n'),
    isFirst,
    isSteer: isFirst && before?.role === 'tool',
    repeated: asked
      .filter((each, index) => asked.indexOf(each) !== index)
      .map(
        (each) =>
          `${each} (${asks
            .filter((marks) => marks.includes(each))
            .map((marks) => marks.join(', '))
            .join('; ')})`,
      ),
    callsTool: isFirst && mark.startsWith('m') && (Number(mark.slice(1)) % 3 === 0) !== isBusy(mark),
  }
}

function textOf(given: z.output<typeof content> | null | undefined): string {
  return typeof given === 'string' ? given : (given ?? []).map(({ text = '' }) => text).join('\n')
}

/** Yields an answer in pieces, as the events of a streamed chat completion. */
export function* chunksOf({ text, callsTool }: ModelAnswer): Generator<string> {
  const event = (delta: object, reason: string | null = null) =>
    `data: ${JSON.stringify({
      id: 'prove',
      object: 'chat.completion.chunk',
      created: 0,
      model: 'prove',
      choices: [{ index: 0, delta, finish_reason: reason }],
    })}\n\n`
  if (callsTool) {
    const call = { name: 'read_file', arguments: '{"path":"note.txt"}' }
    yield event({ role: 'assistant', tool_calls: [{ index: 0, id: 'call-1', type: 'function', function: call }] })
    yield event({}, 'tool_calls')
  } else {
    const size = Math.ceil(text.length / 4)
    for (let from = 0; from < text.length; from += size) yield event({ content: text.slice(from, from + size) })
    yield event({}, 'stop')
  }
  yield 'data: [DONE]\n\n'
}
