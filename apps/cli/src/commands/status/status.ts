import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { write, writeLine } from '../../io.js'
import { plural } from '../../render/format.js'
import { oneLine } from '../../render/safe-text.js'
import { checks } from '../doctor/checks.js'
import { runChecks } from '../doctor/run-checks.js'
import { collectStatus, type Status } from './collect-status.js'

/** `hermes status [--all] [--deep]` */
export const showStatus: CommandHandler = async ({ io, values }) => {
  const status = await collectStatus({ io, values }, values.deep === true)
  const findings = values.all ? await runChecks(checks, { io, values }) : []
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify({ ...status, ...(values.all && { checks: findings }) }, undefined, 2))
  } else {
    const rows = [...rowsOf(status), ...findings.map(({ title, level, text }) => [title, `${level}: ${text}`] as const)]
    await write(io.stdout, rows.map(([name, value]) => `${name.padEnd(14)} ${oneLine(value)}\n`).join(''))
  }
  return status.answer?.works === false ? exitCode.failed : exitCode.ok
}

function rowsOf(status: Status): readonly (readonly [string, string])[] {
  const { model, answer, tools } = status
  const none = 'none'
  return [
    ['Hermes', status.version],
    ['Profile', `${status.profile} (${status.home})`],
    [
      'Model',
      model.isOffline ? 'none: a stand-in answers. To set one up: hermes setup' : `${model.id} (${model.provider})`,
    ],
    ...(answer ? [['Answers', answer.works ? 'yes' : `no. ${answer.problem ?? ''}`] as const] : []),
    ['Keys', status.keys.map(({ provider, usable, all }) => `${provider} ${usable}/${all}`).join(', ') || none],
    ['Fallback', status.fallbacks.join(', ') || none],
    ['Tools', `${tools.available} available, ${tools.unavailable} unavailable, ${tools.off} off`],
    ['MCP servers', status.mcpServers.join(', ') || none],
    ['Sandbox', status.sandbox],
    ['Approvals', status.approvals],
    [
      'Questions',
      status.openQuestions === 0 ? none : `${plural(status.openQuestions, 'question')} open: hermes questions list`,
    ],
  ]
}
