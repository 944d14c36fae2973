import { join } from 'node:path'
import { describeError } from '@hermes/core'
import type { Config } from '@hermes/runtime'
import { type BackgroundColor, runTerminal } from '@hermes/tui'
import type { CommandContext } from '../arguments/command-spec.js'
import { createPendingImages } from '../attachments/pending-images.js'
import { createEditText } from '../chat/input/external-editor.js'
import { ghostText } from '../chat/input/ghost-text.js'
import { openHistory } from '../chat/input/history.js'
import { requireQuestion } from '../chat/start/first-message.js'
import { createAttention } from '../chat/status/attention.js'
import { exitCode } from '../exit-code.js'
import { writeLine } from '../io.js'
import { createMessageTimes } from '../render/screen/message-times.js'
import { createTerminalSignals } from '../render/screen/terminal-signals.js'
import { safeText } from '../render/text/safe-text.js'
import { createStyle, wantsColor } from '../render/text/style.js'
import type { OpenFolder } from '../server/rpc-host.js'
import { modelChanges } from '../setup/model-changes.js'
import { findHome } from '../setup/open-home.js'
import { wantedSkills } from '../setup/preload-skills.js'
import { printWarning } from '../setup/print-warning.js'
import { onStopSignal } from '../setup/signals.js'
import { applyDisplay } from '../skins/apply-display.js'
import { createSkinSwitch } from '../skins/skin-switch.js'
import { createReasoningView } from '../terminal-commands/reasoning-view.js'
import { terminalCommands } from '../terminal-commands/terminal-commands.js'
import { backgroundOf } from '../theme/background.js'
import { createTerminalColors } from '../theme/terminal-colors.js'
import { UsageError } from '../usage-error.js'
import { createDisplay } from './create-display.js'
import { createGreeting, newSession } from './create-greeting.js'
import { createLook } from './create-look.js'
import { createStatus } from './create-status.js'
import { holdInput } from './hold-input.js'
import { keepHeapSmall } from './keep-heap-small.js'
import { offerLocalServers } from './offer-local-servers.js'
import { OpeningServer } from './opening-server.js'
import { ownCommands } from './own-commands.js'
import { ownReasoning } from './own-reasoning.js'
import { ownVerbose } from './own-verbose.js'
import { personCommands } from './person-commands.js'
import { promptFiles } from './prompt-files.js'
import { refuseWithoutEffect } from './refuse-without-effect.js'
import { suspend } from './suspend.js'
import { withCookedInput } from './with-cooked-input.js'

/** Returns the options that open this interface again in the same way. */
function resumeOptions({ tui, attach }: CommandContext['values']): string {
  if (attach !== undefined) return `--attach ${safeText(attach)} `
  return tui ? '--tui ' : ''
}

/** The server reports an unknown skill as an invalid parameter. Here it is an error of the command line. */
async function asUsageError(error: unknown): Promise<unknown> {
  const [{ RpcError }, { errorCodes }] = await Promise.all([import('@hermes/rpc'), import('@hermes/rpc/schemas')])
  return error instanceof RpcError && error.rpcCode === errorCodes.invalidParams ? new UsageError(error.message) : error
}

/** `hermes --tui`: runs a client of a server in this process, or of `hermes serve`. */
export async function runFullScreen(context: CommandContext, display: Config['display']): Promise<number> {
  const { io, values } = context
  refuseWithoutEffect(values)
  requireQuestion(values)
  keepHeapSmall()
  using input = holdInput(io, () => {
    input[Symbol.dispose]()
    process.kill(process.pid, 'SIGINT')
  })
  const stopping = new AbortController()
  let code: number = exitCode.ok
  const stop = (signalCode: number) => {
    code = signalCode
    stopping.abort()
  }
  const images = createPendingImages(io)
  if (values.image !== undefined) await images.add(values.image)
  const changes = modelChanges(values)
  const drafts: string[] = []
  const times = createMessageTimes({ env: io.env, isShown: display.timestamps })
  const vim = { isOn: display.vim_mode }
  const focus = { isOn: display.tool_progress === 'off' }
  const shown = createDisplay(display, focus)
  const isColored = wantsColor({ stream: io.stdout, env: io.env, isRefused: values['no-color'] === true })
  const colors = createTerminalColors(io.env)
  const paths = findHome(context)
  const problem = await applyDisplay(paths.home, display, colors)
  const warnings = problem === undefined ? [] : [problem]
  // Errors of saving the history or the terminal's session are reported once the terminal is free again.
  const problems: unknown[] = []
  const history = await openHistory(join(paths.home, 'history'), (error) => problems.push(error))
  using signals = createTerminalSignals(io)
  const removeSignals = onStopSignal(stop)
  const onEnd = () => stop(exitCode.failed)
  io.stdin.once('end', onEnd)
  const open = new Map<string, OpenFolder>()
  const folders = values.attach === undefined && { folderOf: (path: string) => open.get(path) }
  await using server = new OpeningServer(async () => {
    const { openServer } = await import('./open-server.js')
    return openServer(context, { folders: open, warn: (text) => void warnings.push(text) })
  })
  const isNew = values.resume === undefined && values.continue === undefined
  const greeting = { t: io.t, agentName: colors.skin.agentName, warnings, ...folders }
  try {
    input.release()
    const style = createStyle(isColored, io.t, false, colors.ink)
    const look = createLook(style)
    const id = await runTerminal({
      async connect() {
        const [connection] = await Promise.all([server.connect(), look.load()])
        return connection
      },
      look,
      signal: stopping.signal,
      own: ownCommands([
        ...terminalCommands({ images, times, vim, focus, skins: createSkinSwitch(paths, colors) }),
        ownReasoning(createReasoningView(paths, shown)),
        ownVerbose(shown),
      ]),
      first: {
        ...(folders && { workingDirectory: io.workingDirectory }),
        ...(values.query !== undefined && { prompt: values.query }),
        ...(changes && { changes }),
        skills: wantedSkills(values),
        ...(isNew && { opening: newSession(greeting, folders ? { workingDirectory: io.workingDirectory } : {}) }),
        greet: createGreeting(greeting),
        async afterOpening({ model }) {
          return folders && model?.provider === 'offline' ? offerLocalServers(io.t) : []
        },
      },
      prompt: {
        ...(folders && { files: promptFiles(folders.folderOf), commands: personCommands({ ...folders, t: io.t }) }),
        // Without dim text, a suggestion would look like typed text.
        ...(isColored &&
          display.ghost_text && { suggestContinuation: (typed: string) => ghostText(typed, history.entries) }),
        images,
        history,
        drafts,
        vim,
        editText: withCookedInput(io, createEditText(io.env)),
      },
      view: {
        status: createStatus({ fields: display.status_bar.fields, style, focus, drafts, ...folders }),
        times,
        focus,
        reasoning: {
          get isShown() {
            return shown.showReasoning
          },
          get isWhole() {
            return shown.isReasoningWhole
          },
        },
        listsFailedEdits: display.file_mutation_verifier,
      },
      host: {
        ...(isColored &&
          display.theme === 'auto' && {
            onBackground: (color: BackgroundColor) => colors.setBackground(backgroundOf(color)),
          }),
        ...(process.platform !== 'win32' && { suspend: () => suspend(io) }),
        onSession: (sessionId) => void server.remember(sessionId).catch((error: unknown) => problems.push(error)),
        attention: {
          ...createAttention(signals, display, io.t),
          titled: (title) => signals.setTitle([colors.skin.agentName, title].filter(Boolean).join(': ')),
        },
      },
    })
    if (id === undefined) return code
    const isKept = await server.remember(id)
    for (const error of problems) await writeLine(io.stderr, `! ${safeText(describeError(error))}`)
    if (isKept) await writeLine(io.stdout, `\n${io.t`Resume with:`} hermes ${resumeOptions(values)}-r ${id}`)
    return code
  } catch (error) {
    for (const warning of warnings) await printWarning(warning, io)
    throw await asUsageError(error)
  } finally {
    removeSignals()
    io.stdin.off('end', onEnd)
  }
}
