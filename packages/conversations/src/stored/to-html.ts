import { type Message, textOf } from '@hermes/core'
import type { ExportedSession } from './exported-session.js'
import { factsOf, headingOf } from './to-markdown.js'

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
  article { margin-bottom: 4rem }
  section { margin: 1rem 0; padding: .5rem 1rem; border-left: 3px solid #8888 }
  section.user { border-color: #2aa }
  h2 { font-size: .8rem; text-transform: uppercase; margin: 0; opacity: .6 }
  p, pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0 }
  pre { font-size: .85rem }
`

/** The start of a self-contained file without scripts or external resources, which can be shared. */
export const htmlStart = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Hermes sessions</title>
<style>${style}</style>
`

export const htmlEnd = '</html>\n'

/** Renders a session as HTML, for browsers. */
export function toHtml({ record, stored }: ExportedSession): string {
  const head = `<h1>${escaped(headingOf(record))}</h1>\n<p>${escaped(factsOf(record))}</p>`
  return `<article>\n${[head, ...stored.map(({ message }) => messageHtml(message))].join('\n')}\n</article>\n`
}

function messageHtml(message: Message): string {
  const text = textOf(message.content).trim()
  if (message.role === 'tool') return section('tool', 'Result', folded('Show', text))
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
  const said = text === '' ? [] : [`<p>${escaped(text)}</p>`]
  const called = calls.map((call) => folded(`Call of ${call.function.name}`, call.function.arguments))
  return section(message.role, message.role === 'user' ? 'User' : 'Assistant', [...said, ...called].join('\n'))
}

function section(kind: string, title: string, body: string): string {
  return `<section class="${kind}"><h2>${title}</h2>\n${body}\n</section>`
}

function folded(summary: string, text: string): string {
  return `<details><summary>${escaped(summary)}</summary><pre>${escaped(text)}</pre></details>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
