import { call, type Rule, type Scene, type Step, say, sayMissing } from '../rule.js'
import { nounPattern, shellWord, tidy, toPath, unquote } from '../sentence.js'
import { describeFailure, parseTerminalResult } from '../terminal-result.js'

const pattern = new RegExp(
  `^(?:search\\s+for|search|look\\s+for|find|grep)\\s+(?<what>${nounPattern}|\\S.*?)(?:(?<!\\s)\\s+(?:in|under)\\s+(?<path>${nounPattern}))?$`,
  'i',
)

export const searchText: Rule = {
  example: 'search for TEXT [in FOLDER]',
  match(sentence) {
    const groups = pattern.exec(tidy(sentence))?.groups
    if (groups?.what === undefined) return undefined
    const [what, path] = [unquote(groups.what), toPath(groups.path)]
    return (scene) => search(what, path, scene)
  },
}

function search(what: string, path: string, { firstTool, results }: Scene): Step {
  const command = `grep -rnF -- ${shellWord(what)} ${shellWord(path)}`
  const [result] = results
  if (!result) {
    const tool = firstTool('search_files', 'terminal')
    if (!tool) return sayMissing('search_files', 'terminal')
    // Escaped, because the tool expects a regular expression and the user gives plain text.
    const literal = what.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return tool === 'terminal' ? call(tool, { command }) : call(tool, { pattern: literal, target: 'content', path })
  }
  const where = path === '.' ? '' : ` in ${path}`
  if (result.tool !== 'terminal') return say(`What search_files says of "${what}"${where}:\n${result.text}`)
  const report = parseTerminalResult(result.text)
  if (report.status === 'refused' || report.exitCode > 1) return say(describeFailure(command, report))
  return say(
    report.exitCode === 1
      ? `"${what}" was not found${where}.`
      : `"${what}" was found${where}:\n${report.output.trimEnd()}`,
  )
}
