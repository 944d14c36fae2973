import { type Environment, silentLogger } from '@hermes/core'
import { type ConfiguredHook, checkHooks, chooseEnvironment, type HookTrial, tryHooks } from '@hermes/runtime'
import type { Translate } from '@hermes/safety/language'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { tell, writeLine } from '../../io.js'
import { safeText } from '../../render/text/safe-text.js'
import { openUsableHome } from '../../setup/open-home.js'
import { runningHooks } from './all-hooks.js'
import { hookLine } from './hook-line.js'

/** `hermes hooks test EVENT [NAME]` */
export const testHooks: CommandHandler = (context) => {
  const [event, subject] = context.parameters
  return examine(context, (hooks, environment) =>
    tryHooks({ hooks: hooks.filter((hook) => hook.event === event), subject, environment }),
  )
}

/** `hermes hooks doctor` */
export const hooksDoctor: CommandHandler = (context) => examine(context, checkHooks)

type Examine = (hooks: readonly ConfiguredHook[], environment: Environment) => Promise<readonly HookTrial[]>

/** Examines hooks in the environment of the agent's commands, where they run. */
async function examine(context: CommandContext, examineHooks: Examine): Promise<number> {
  const { io, values } = context
  const { paths, config, variables } = await openUsableHome(context)
  const warn = (sentence: string) => void tell(io, safeText(sentence))
  const options = { paths, config, variables, workingDirectory: io.workingDirectory, surface: { source: 'cli' } }
  await using environment = await chooseEnvironment(options, silentLogger, warn)
  const trials = await examineHooks(await runningHooks(paths.home, config), environment)
  if (values.json) await writeLine(io.stdout, JSON.stringify(trials, undefined, 2))
  else for (const trial of trials) await writeLine(io.stdout, describe(trial, io.t))
  if (trials.length === 0) await writeLine(io.stderr, io.t`There are no such hooks: see hermes hooks list.`)
  return trials.some(({ problem }) => problem !== undefined) ? exitCode.failed : exitCode.ok
}

function describe({ hook, answer, problem }: HookTrial, t: Translate): string {
  const line = `${problem === undefined ? '✓' : '✗'} ${hookLine(hook)}`
  if (problem !== undefined) return `${line}\n  ${safeText(t.of(problem))}`
  const { dispatch } = answer ?? {}
  if (dispatch?.action === 'skip') return `${line}\n  ${t`skips: ${safeText(dispatch.reason ?? '')}`}`
  if (dispatch?.action === 'rewrite') return `${line}\n  ${t`rewrites: ${safeText(dispatch.text)}`}`
  if (answer?.block !== undefined) return `${line}\n  ${t`blocks: ${safeText(answer.block)}`}`
  if (answer?.input) return `${line}\n  ${t`changes the arguments: ${safeText(JSON.stringify(answer.input))}`}`
  return answer?.context === undefined ? line : `${line}\n  ${t`adds: ${safeText(answer.context)}`}`
}
