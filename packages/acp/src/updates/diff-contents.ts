import type { ToolCallContent, ToolCallLocation } from '@agentclientprotocol/sdk/unstable'
import { parsePatch, type StructuredPatch } from 'diff'
import { absolutePath } from './file-uri.js'

/** The changes of a call as the editor shows them, one entry for each changed place. */
export interface ShownChanges {
  readonly content: ToolCallContent[]
  readonly locations: ToolCallLocation[]
}

/** Reads a unified diff. Text that is not a complete diff has no changes to show. */
export function changesOf(diff: string, folder: string): ShownChanges {
  const places = parse(diff).flatMap(({ oldFileName = '', newFileName = '', hunks }) => {
    const path = absolutePath(withoutPrefix(newFileName === nothing ? oldFileName : newFileName), folder)
    return hunks.map(({ newStart, lines }) => {
      const oldText = oldFileName === nothing ? null : sideOf(lines, '-')
      return { path, line: newStart, oldText, newText: sideOf(lines, '+') }
    })
  })
  return {
    content: places.map(({ path, oldText, newText }) => ({ type: 'diff', path, oldText, newText })),
    locations: places.map(({ path, line }) => ({ path, line })),
  }
}

const nothing = '/dev/null'

function parse(diff: string): readonly StructuredPatch[] {
  try {
    return parsePatch(diff)
  } catch {
    // A long diff is cut, but the text of the result still contains it.
    return []
  }
}

function withoutPrefix(name: string): string {
  return name.replace(/^[ab]\//, '')
}

/** Returns the old or the new text of a hunk. */
function sideOf(lines: readonly string[], sign: '-' | '+'): string {
  const own = lines.flatMap((line, index) => {
    if (!line.startsWith(sign) && !line.startsWith(' ')) return []
    return lines[index + 1]?.startsWith('\\') ? line.slice(1) : `${line.slice(1)}\n`
  })
  return own.join('')
}
