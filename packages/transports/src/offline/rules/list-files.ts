import { call, type Rule, type Scene, type Step, say, sayMissing } from '../rule.js'
import { nounPattern, shellWord, tidy, toPath } from '../sentence.js'
import { describeFailure, parseTerminalResult } from '../terminal-result.js'

const place = `(?:\\s+(?:here|there))?(?:\\s+(?:in|of|from|under|inside)(?:\\s+the)?(?:\\s+(?:folder|directory))?\\s+(?<path>this folder|this directory|current directory|current folder|${nounPattern}))?`
const patterns = [
  new RegExp(`^(?:list|show)(?:\\s+me)?(?:\\s+all)?(?:\\s+(?:the|my))?\\s+files${place}$`, 'i'),
  new RegExp(`^(?:what|which)\\s+files\\s+are(?:\\s+there)?${place}$`, 'i'),
  new RegExp(`^ls(?:\\s+(?<path>${nounPattern}))?$`, 'i'),
]

export const listFiles: Rule = {
  example: 'list the files [in FOLDER]',
  match(sentence) {
    const found = patterns.map((pattern) => pattern.exec(tidy(sentence))).find((match) => match !== null)
    if (!found) return undefined
    const path = toPath(found.groups?.path?.replace(/^(?:this|current) (?:folder|directory)$/i, '.'))
    return (scene) => list(path, scene)
  },
}

function list(path: string, { firstTool, results }: Scene): Step {
  const command = path === '.' ? 'ls -p' : `ls -p -- ${shellWord(path)}`
  const [result] = results
  if (!result) {
    const tool = firstTool('terminal', 'search_files')
    if (!tool) return sayMissing('terminal', 'search_files')
    return tool === 'terminal' ? call(tool, { command }) : call(tool, { pattern: '*', target: 'files', path })
  }
  const where = path === '.' ? 'here' : `in ${path}`
  if (result.tool !== 'terminal') return say(`What search_files finds ${where}:\n${result.text}`)
  const report = parseTerminalResult(result.text)
  if (report.status === 'refused' || report.exitCode !== 0) return say(describeFailure(command, report))
  return say(
    report.output.trim() === '' ? `There are no files ${where}.` : `The files ${where}:\n${report.output.trimEnd()}`,
  )
}
