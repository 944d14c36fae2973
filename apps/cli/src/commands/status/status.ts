import { english, type Translate } from '@hermes/safety/language'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { write, writeLine } from '../../io.js'
import { oneLine } from '../../render/text/safe-text.js'
import { padded } from '../../render/text/text-width.js'
import { checks } from '../doctor/checks.js'
import { runChecks } from '../doctor/run-checks.js'
import { levelName } from '../doctor/write-results.js'
import { collectStatus, type Status } from './collect-status.js'

const nameColumns = 14

/** `hermes status [--all] [--deep]` */
export const showStatus: CommandHandler = async ({ io, values }) => {
  const status = await collectStatus({ io, values }, values.deep === true)
  const findings = values.all ? await runChecks(checks, { io, values, t: values.json ? english : io.t }) : []
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify({ ...status, ...(values.all && { checks: findings }) }, undefined, 2))
  } else {
    const rows = [
      ...rowsOf(status, io.t),
      ...findings.map(({ title, level, text }) => [title, io.t`${levelName(level, io.t)}: ${text}`] as const),
    ]
    await write(io.stdout, rows.map(([name, value]) => `${padded(name, nameColumns)} ${oneLine(value)}\n`).join(''))
  }
  return status.answer?.works === false ? exitCode.failed : exitCode.ok
}

function rowsOf(status: Status, t: Translate): readonly (readonly [string, string])[] {
  const { model, answer, tools, environmentProblem } = status
  const none = t`none`
  return [
    ['Hermes', status.version],
    [t`Profile`, `${status.profile} (${status.home})`],
    [
      t`Model`,
      model.isOffline ? t`none: a stand-in answers. To set one up: hermes setup` : `${model.id} (${model.provider})`,
    ],
    ...(answer ? [[t`Answers`, answer.works ? t`yes` : t`no. ${answer.problem ?? ''}`] as const] : []),
    [t`Keys`, status.keys.map(({ provider, usable, all }) => `${provider} ${usable}/${all}`).join(', ') || none],
    [t`Fallback`, status.fallbacks.join(', ') || none],
    [t`Tools`, t`${tools.available} available, ${tools.unavailable} unavailable, ${tools.off} off`],
    [t`MCP servers`, status.mcpServers.join(', ') || none],
    environmentProblem === undefined
      ? [t`Sandbox`, t.of(status.sandbox)]
      : [t`Commands`, t`cannot run. ${environmentProblem}`],
    [t`Approvals`, status.approvals],
    [
      t`Questions`,
      status.openQuestions === 0 ? none : t`${t.count(status.openQuestions, 'question')} open: hermes questions list`,
    ],
  ]
}
