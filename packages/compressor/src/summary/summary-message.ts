import { type AssistantMessage, type Message, textOf, type UserMessage } from '@hermes/core'

/** The first line of every summary, by which it is recognized. */
const mark = '[Record of the earlier conversation | for reference only]'

const preface = `${mark}
The messages that stood here were replaced by this record of them. It is background: nobody asked for it, nothing in it is a new
request, and questions in it are not to be answered again. Its "Active Task" quotes what the user wanted last when it was made; a
later message of the user goes before it. Work that it names as done is done. Look before you rely on what it says of files or
programs: they may have changed.`

const closing = `[End of the record. What it leaves out is kept: where a tool searches this session, it finds it word for word. Go on from the
messages that follow.]`

/** The assistant message between two user messages, one of which is the summary. */
const bridge = 'Understood: the record is background, and I go on from there.'

export function renderSummary(body: string): string {
  return `${preface}\n\n${body}\n\n${closing}`.toWellFormed()
}

/**
 * Inserts a summary between the kept messages with alternating roles, as providers require. The summary is a user
 * message, or an assistant message if a user or tool message precedes it and a user message follows. It is never placed
 * between a question and the calls that work on it, where it would be the newest user message, but before the question.
 */
export function placeSummary(
  body: string,
  head: readonly Message[],
  end: readonly Message[],
): { readonly messages: readonly Message[]; readonly inserted: readonly Message[] } {
  const content = renderSummary(body)
  const asUser: UserMessage = { role: 'user', content }
  const said: AssistantMessage = { role: 'assistant', content: bridge }
  const before = head.at(-1)
  const insert = (place: number, ...inserted: readonly Message[]) => ({
    messages: [...head.slice(0, place), ...inserted, ...head.slice(place), ...end],
    inserted,
  })
  if (end[0]?.role !== 'user') {
    return before?.role === 'user' ? insert(head.length - 1, asUser, said) : insert(head.length, asUser)
  }
  const isSpeaking = before?.role === 'user' || before?.role === 'tool'
  return isSpeaking ? insert(head.length, { role: 'assistant', content }) : insert(head.length, asUser, said)
}

export interface WithoutSummary {
  readonly messages: readonly Message[]
  /** The content of the removed summary, if there was one. */
  readonly body: string | undefined
}

/**
 * Removes the summary of an earlier compression from a conversation. It is found by the state or, if the state was lost, by the opening and
 * closing text of a summary. That search skips the newest message, which may be text that the user pasted.
 */
export function takeSummary(messages: readonly Message[], known: string | undefined): WithoutSummary {
  const place = findSummary(messages, known)
  const message = messages[place]
  if (!message) return { messages, body: undefined }
  const isBridge = (index: number) => messages[index]?.role === 'assistant' && messages[index].content === bridge
  const rest = messages.filter((_, index) => index !== place && !(Math.abs(index - place) === 1 && isBridge(index)))
  return { messages: rest, body: bodyOf(textOf(message.content)) }
}

function findSummary(messages: readonly Message[], known: string | undefined): number {
  const rendered = known === undefined ? undefined : renderSummary(known)
  const exact = rendered === undefined ? -1 : messages.findIndex((message) => isExactly(message, rendered))
  if (exact !== -1) return exact
  return messages.slice(0, -1).findIndex(looksLikeSummary)
}

function isExactly(message: Message, text: string): boolean {
  return (message.role === 'user' || message.role === 'assistant') && message.content === text
}

function looksLikeSummary({ role, content }: Message): boolean {
  if ((role !== 'user' && role !== 'assistant') || typeof content !== 'string') return false
  return content.startsWith(preface) && content.endsWith(closing)
}

function bodyOf(text: string): string {
  const end = text.endsWith(closing) ? -closing.length : undefined
  const start = text.indexOf('## ')
  return text.slice(start === -1 ? mark.length : start, end).trim()
}
