import { createReadStream } from 'node:fs'
import type { Fields, ReadLine } from '@hermes/conversations/stored'
import { isRecord } from '@hermes/core/wiring'

/** Yields the lines of a file one at a time, skipping blank ones. */
export async function* readLines(path: string): AsyncGenerator<ReadLine> {
  let line = 0
  for await (const text of textLines(path)) {
    line++
    if (text.trim() !== '') yield { line, ...parsed(text) }
  }
}

/** Only a line feed ends a line: JSON texts may contain the other separators that Node's reader accepts. */
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
    return isRecord(value) ? { fields: value } : { problem: 'it is not a JSON object' }
  } catch {
    return { problem: 'it is not JSON' }
  }
}
