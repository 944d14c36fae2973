import type { Config, ProcessNotice } from '@hermes/runtime'
import { oneLine } from '@hermes/safety'

type Mode = Config['display']['background_process_notifications']

const commandCharacters = 60
const mostLines = 10
const mostCharacters = 1_000

/** Returns what a chat reads about a background process, or `undefined` if the setting leaves it out. */
export function processText(notice: ProcessNotice, mode: Mode): string | undefined {
  if (mode === 'off') return undefined
  if (notice.type === 'line') return mode === 'all' ? `🔔 ${notice.line}` : undefined
  const { exitCode, command, output } = notice
  const hasFailed = exitCode !== 0
  if (mode === 'error' && !hasFailed) return undefined
  const how = exitCode === undefined ? 'was ended together with the gateway' : `ended with exit code ${exitCode}`
  const line = `${hasFailed ? '⚠️' : '✅'} A background process ${how}: \`${withoutTicks(oneLine(command, commandCharacters))}\``
  const last = lastLines(output)
  return mode === 'concise' || last === '' ? line : `${line}\n\n\`\`\`\n${last}\n\`\`\``
}

function lastLines(output: string): string {
  const lines = output.trimEnd().split('\n').slice(-mostLines)
  return withoutTicks(lines.join('\n').slice(-mostCharacters)).trim()
}

/** Replaces backticks, so that the text does not end the code marks around it. */
function withoutTicks(text: string): string {
  return text.replaceAll('`', "'")
}
