import { type Message, type SessionRecord, textOf } from '@hermes/core'
import type { ExportedSession } from './exported-session.js'
import { onOneLine } from './on-one-line.js'

/** Renders a session as Markdown: messages unchanged, calls and results in code fences. */
export function toMarkdown({ record, stored }: ExportedSession): string {
  const parts = [`# ${headingOf(record)}`, factsOf(record), ...stored.flatMap(({ message }) => messageParts(message))]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n\n`
}

export function headingOf({ title, id }: SessionRecord): string {
  return title === undefined ? id : onOneLine(title)
}

/** Summarizes a session: `20260314_101500_ab12cd · cli · lab/large · 2026-03-14 10:15 UTC` */
export function factsOf({ id, source, model, startedAtMs }: SessionRecord): string {
  const began = `${new Date(startedAtMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return [id, source, ...(model === undefined ? [] : [model]), began].map(onOneLine).join(' · ')
}

function messageParts(message: Message): readonly string[] {
  const text = textOf(message.content).trim()
  if (message.role === 'tool') return ['**Result**', fenced(text)]
  const heading = message.role === 'user' ? '## User' : '## Assistant'
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
  return [
    heading,
    text,
    ...calls.flatMap(({ function: called }) => [
      `**Call of \`${onOneLine(called.name)}\`**`,
      fenced(called.arguments, 'json'),
    ]),
  ]
}

/** Fences text with more backticks than any fence inside it, so that the text cannot close the fence. */
function fenced(text: string, language = ''): string {
  const longest = [...text.matchAll(/`+/g)].reduce((length, [run]) => Math.max(length, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}
