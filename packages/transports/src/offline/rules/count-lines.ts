import { parseFilePage } from '../file-page.js'
import { call, type Rule, type Scene, type Step, say, sayMissing, type ToolResult } from '../rule.js'
import { nounPattern, shellWord, tidy, toPath } from '../sentence.js'
import { describeFailure, parseTerminalResult } from '../terminal-result.js'

const file = `(?:the\\s+file\\s+)?(?<path>${nounPattern})`
const patterns = [
  new RegExp(
    `^how\\s+many\\s+lines\\s+(?:has|have|does|do|are\\s+there\\s+in|are\\s+in|in)\\s+${file}(?:\\s+(?:have|has|got))?$`,
    'i',
  ),
  new RegExp(`^(?:count|tell\\s+me\\s+the\\s+number\\s+of)(?:\\s+the)?\\s+lines\\s+(?:of|in)\\s+${file}$`, 'i'),
]

/**
 * Returns a command that prints the number of the last line. `wc -l` misses a last line without a line break, and `grep
 * -c` miscounts binary files.
 */
const commandFor = (path: string) => `sed -n '$=' -- ${shellWord(path)}`

export const countLines: Rule = {
  example: 'how many lines does FILE have',
  match(sentence) {
    const found = patterns.map((pattern) => pattern.exec(tidy(sentence))).find((match) => match !== null)
    const path = found?.groups?.path
    return path === undefined ? undefined : (scene) => count(toPath(path), scene)
  },
}

function count(path: string, { firstTool, results }: Scene): Step {
  const last = results.at(-1)
  if (last) return last.tool === 'terminal' ? fromTerminal(path, last) : fromPages(path, last)
  const tool = firstTool('read_file', 'terminal')
  if (!tool) return sayMissing('read_file', 'terminal')
  return tool === 'terminal' ? call(tool, { command: commandFor(path) }) : call(tool, { path, offset: 1, limit: 1 })
}

function fromTerminal(path: string, result: ToolResult): Step {
  const report = parseTerminalResult(result.text)
  // An empty file has no last line, so the output is empty.
  const isCounted = report.status === 'ran' && report.exitCode === 0 && /^\s*(?:\d+\s*)?$/.test(report.output)
  return say(isCounted ? sentence(path, Number(report.output)) : describeFailure(commandFor(path), report))
}

/**
 * Uses the total reported with the first page. Without one, reads all pages, because a page may be cut by size or line
 * count.
 */
function fromPages(path: string, result: ToolResult): Step {
  const page = parseFilePage(result.text)
  const before = typeof result.args.offset === 'number' ? result.args.offset - 1 : 0
  if (page.totalLines !== undefined) return say(sentence(path, page.totalLines))
  if (page.hasMore) return call('read_file', { path, offset: page.lastLine + 1, limit: 2000 })
  if (page.lastLine > 0) return say(sentence(path, page.lastLine))
  const isEmpty = page.note === '' || /\bempty\b/i.test(page.note)
  if (before > 0 || isEmpty) return say(sentence(path, before))
  return say(`read_file says of ${path}: ${page.note}`)
}

function sentence(path: string, lines: number): string {
  return `${path} has ${lines} ${lines === 1 ? 'line' : 'lines'}.`
}
