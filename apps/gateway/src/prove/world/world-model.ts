import * as z from 'zod'
import { asksIn, linesOf } from './marks.js'

const content = z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))])
export const modelRequest = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string(), content: content.nullish() })),
})

/** Asked beside conversations. Its requests quote them: neither the quoted messages nor answers that end within a mark are asks. */
export const sideModel = 'prove-side'

export interface ModelAnswer {
  /** The last mark that is answered. */
  readonly mark: string
  readonly text: string
  /** Marks that stand twice in the conversation, and in which messages. */
  readonly repeated: readonly string[]
  /** The newest message is one of a person. */
  readonly isFirst: boolean
  /** It came while the turn ran. */
  readonly isSteer: boolean
  /** Asks for a file first. */
  readonly callsTool: boolean
}

/**
 * Answers the marks of the latest message: several if a burst was joined. Every third answer needs a tool first.
 * @param isBusy Whether messages act on the turn before them: then all but every third answer need a tool.
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

/** An answer as the events of a streamed chat completion, in pieces. */
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
