import { call, type Rule, type Scene, type Step, say, sayMissing } from '../rule.js'
import { unquote } from '../sentence.js'
import { describeFailure, parseTerminalResult } from '../terminal-result.js'

const pattern = /^(?:please\s+)?(?:run|execute)(?:\s+the\s+command)?:?\s+(?:`(?<quoted>[^`]+)`[.!]?|(?<bare>.+))$/is

export const runCommand: Rule = {
  example: 'run `COMMAND`',
  match(sentence) {
    const groups = pattern.exec(sentence.trim())?.groups
    const command = groups?.quoted ?? groups?.bare
    return command === undefined ? undefined : (scene) => run(unquote(command), scene)
  },
}

function run(command: string, { firstTool, results }: Scene): Step {
  const [result] = results
  if (!result) return firstTool('terminal') ? call('terminal', { command }) : sayMissing('terminal')
  const report = parseTerminalResult(result.text)
  if (report.status === 'refused' || report.exitCode !== 0 || report.error !== '')
    return say(describeFailure(command, report))
  const output = report.output.trimEnd()
  return say(
    output === '' ? `\`${command}\` ended with exit code 0 and no output.` : `\`${command}\` printed:\n${output}`,
  )
}
