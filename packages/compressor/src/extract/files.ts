import type { Steps } from '@hermes/safety'
import { isPath, pathsOf } from './anchors.js'
import type { History } from './history.js'
import { piecesOf } from './pieces.js'

/** Lists every file that was mentioned or used, with the tools called on it. The most recently used file comes last. */
export function* relevantFiles(history: History): Steps<readonly string[]> {
  const files = new Map<string, Map<string, number>>()
  const touch = (path: string, tool?: string) => {
    const tools = files.get(path) ?? new Map<string, number>()
    if (tool !== undefined) tools.set(tool, (tools.get(tool) ?? 0) + 1)
    files.delete(path)
    files.set(path, tools)
  }
  for (const { text } of history.said) {
    for (const piece of piecesOf(text)) {
      yield
      for (const path of pathsOf(piece)) touch(path)
    }
  }
  for (const { given, tool } of history.actions) {
    yield
    for (const line of given.slice(0, 4_000).split('\n')) {
      const paths = isPath(line) ? [line] : pathsOf(line)
      for (const path of new Set(paths)) touch(path, tool)
    }
  }
  return [...files].slice(-80).map(([path, tools]) => `- ${path}${describeTools(tools)}`)
}

function describeTools(tools: ReadonlyMap<string, number>): string {
  const parts = [...tools].map(([tool, times]) => (times > 1 ? `${tool} ${times} times` : tool))
  return parts.length > 0 ? ` (${parts.join(', ')})` : ''
}
