import { createReadStream } from 'node:fs'
import type { Fields, ReadLine } from '@hermes/conversations/stored'
import { isRecord } from '@hermes/core/wiring'

/** The lines of a file, one in memory at a time; blank ones are passed over. */
export async function* readLines(path: string): AsyncGenerator<ReadLine> {
  let line = 0
  for await (const text of textLines(path)) {
    line++
    if (text.trim() !== '') yield { line, ...parsed(text) }
  }
}

/** Lines end with a line feed alone: texts in JSON may hold the other marks that Node's reader takes for ends. */
async function* textLines(path: string): AsyncGenerator<string> {
  let parts: string[] = []
  let isFirst = true
  const take = () => {
    const text = parts.join('')
    parts = []
    const isMarked = isFirst && text.startsWith('\ufeff')
    isFirst = false
    return isMarked ? text.slice(1) : text
  }
  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) {
    const pieces = String(chunk).split('\n')
    const rest = pieces.pop() ?? ''
    for (const piece of pieces) {
      parts.push(piece)
      yield take()
    }
    parts.push(rest)
  }
  if (parts.some((part) => part !== '')) yield take()
}

function parsed(text: string): { readonly fields: Fields } | { readonly problem: string } {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? { fields: value } : { problem: 'it is no JSON object' }
  } catch {
    return { problem: 'it is no JSON' }
  }
}
