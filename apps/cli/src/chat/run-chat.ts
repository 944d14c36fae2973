import { join } from 'node:path'
import { createConversations } from '@hermes/conversations'
import type { CommandContext, Display } from '@hermes/conversations/commands'
import type { Runtime } from '@hermes/runtime'
import type { CommandContext as CliContext } from '../arguments/command-spec.js'
import { createPendingImages } from '../attachments/pending-images.js'
import { exitCode } from '../exit-code.js'
import { configChangeLine } from '../render/outcomes/config-change-line.js'
import { shadowedLine } from '../render/outcomes/shadowed-line.js'
import { createMessageTimes } from '../render/screen/message-times.js'
import { createTerminalSignals } from '../render/screen/terminal-signals.js'
import { oneLine, safeText } from '../render/text/safe-text.js'
import { openConversation, cliSender as sender } from '../setup/open-conversation.js'
import { openResumedRuntime } from '../setup/open-runtime.js'
import { preloadSkills, wantedSkills } from '../setup/preload-skills.js'
import { rememberSession } from '../setup/resume/terminal-sessions.js'
import { applyDisplay } from '../skins/apply-display.js'
import { createSkinSwitch } from '../skins/skin-switch.js'
import { pasteCommand } from '../terminal-commands/attachment-commands.js'
import { terminalCommands } from '../terminal-commands/terminal-commands.js'
import { acceptWakes } from '../wakes/accept-wakes.js'
import { createAskUser } from './ask-user.js'
import { type Chat, openChat } from './chat.js'
import { converse } from './converse.js'
import { createAttach } from './files/create-attach.js'
import { createFileList } from './files/file-list.js'
import { type FrontEnd, openFrontEnd } from './front-end/front-end.js'
import { showConversation } from './front-end/show-conversation.js'
import { showLine } from './front-end/show-line.js'
import { createTurnView } from './front-end/turn-view.js'
import { watchForStop } from './front-end/watch-for-stop.js'
import { openHistory } from './input/history.js'
import { createOwnCommands } from './own-commands.js'
import { isPlainTerminal } from './plain/plain-terminal.js'
import { createShownErrors } from './shown-errors.js'
import { chatServices } from './start/chat-services.js'
import { firstContent, firstImage } from './start/first-message.js'
import { createLocalCommands } from './start/local-commands.js'
import { offerLocalServers } from './start/offer-local-servers.js'
import { prepareResumed } from './start/prepare-resumed.js'
import { showStart } from './start/show-start.js'
import { attend, createAttention } from './status/attention.js'
import { createStatusView } from './status/status-view.js'

/** Runs the interactive chat. Resolves to the exit code when the user leaves. */
export async function runChat(context: CliContext): Promise<number> {
  const { values } = context
  const image = await firstImage(context)
  using frontEnd = await openFrontEndFor(context)
  const { dock, style } = frontEnd
  const { t } = style
  const ask = createAskUser({ ...frontEnd, allowForGood: (question) => runtime.approvals.allowForGood(question) })
  const resumed = await openResumedRuntime(context, {
    ask,
    canRestart: true,
    namesSessions: true,
    keepsRunning: true,
    tell: (line) => showLine(line, frontEnd),
    onConfigChange: (change) => showLine(configChangeLine(change, style.t), frontEnd),
  })
  await using runtime = resumed.runtime
  const { session, workingDirectory } = resumed
  const { store, config, logger, agentFor } = runtime
  const applied = Promise.all([
    applyDisplay(runtime.paths.home, config.display, frontEnd.colors),
    ...(config.display.theme === 'auto' ? [frontEnd.followBackground()] : []),
  ])
  const display: Display = {
    showTools: config.display.tool_progress !== 'off',
    showReasoning: config.display.show_reasoning,
    isReasoningWhole: config.display.reasoning_full,
  }
  const focus = {
    get isOn() {
      return !display.showTools
    },
    set isOn(isOn) {
      display.showTools = !isOn
    },
  }
  const listsFailedEdits = config.display.file_mutation_verifier
  const onError = (error: unknown) => logFailure(runtime, error)
  const services = chatServices({ context, runtime, workingDirectory, display, clearScreen: dock.clearScreen })
  const images = createPendingImages(context.io)
  const times = createMessageTimes({ env: context.io.env, isShown: config.display.timestamps })
  const vim = { isOn: config.display.vim_mode }
  const table = createLocalCommands({
    runtime,
    services,
    terminal: terminalCommands({ images, times, vim, focus, skins: createSkinSwitch(runtime.paths, frontEnd.colors) }),
    onShadowed: (shadowed) => dock.write(`${style.warning(`! ${shadowedLine(shadowed, style.t)}`)}\n`),
  })
  const skillsRead = services.skills?.refresh().catch(onError)
  await using conversations = createConversations({
    store,
    agentFor,
    commands: table,
    busyMode: config.display.busy_input_mode,
    services: { logger },
  })
  const prompt = () => (frontEnd.isPlain ? '> ' : style.bold(style.user(`${style.promptSign} `)))
  const first = values.query ?? ''
  const withSkills = await preloadSkills(runtime, wantedSkills(values))
  const opened = await openConversation(conversations, resumed, values)
  const remember = (id: string) => void rememberSession(store, context.io, id).catch(onError)
  remember(opened.conversation.id)
  const { model } = await agentFor(opened.conversation.choice)
  const [problem] = await applied
  showStart({
    frontEnd,
    model,
    sessionId: session && opened.conversation.id,
    workingDirectory,
    sandboxedBy: runtime.environment.sandboxedBy,
    warnings: [...(problem === undefined ? [] : [problem]), ...runtime.warnings, ...opened.notices],
  })
  using signals = createTerminalSignals(context.io)
  const shownErrors = createShownErrors()
  const seeForBell = attend(createAttention(signals, config.display, t))
  const drafts: string[] = []
  const status = createStatusView({
    runtime,
    workingDirectory,
    style,
    drafts,
    focus,
    onError,
    onChange: ({ title }) => {
      signals.setTitle([frontEnd.colors.skin.agentName, title].filter(Boolean).join(': '))
      dock.refresh()
    },
  })
  dock.setFooter(status.rows)
  using chat = await openChat({
    conversations,
    target: { id: opened.conversation.id },
    sender,
    onError,
    beginView: (conversation) => {
      const view = createTurnView({ ...frontEnd, display, times, prompt, listsFailedEdits })
      status.follow(conversation)
      return (event) => {
        view.show(event)
        status.see(event)
        shownErrors.see(event)
        seeForBell(event)
      }
    },
  })
  frontEnd.serve(chat)
  if (session) {
    const name =
      session.title === undefined ? chat.conversation.id : `${chat.conversation.id} "${oneLine(session.title)}"`
    dock.write(`${style.muted(t`Continuing with ${name}, ${t.count(session.messageCount, 'message')}:`)}\n`)
    await showConversation(chat.conversation, store, { ...frontEnd, times })
  }
  if (model.provider === 'offline') void offerLocalServers(frontEnd, onError)
  const commandContext = (): CommandContext => ({
    ...sender,
    conversation: chat.conversation,
    conversations,
    store,
    commands: table.list(sender.surface, sender.person),
    signal: new AbortController().signal,
    report: () => undefined,
  })
  await skillsRead
  using stop = watchForStop(frontEnd)
  const prompting = { isOpen: false }
  acceptWakes({ processes: runtime.processes, conversations, sender, isFree: () => prompting.isOpen })
  await converse({
    shownErrors,
    frontEnd,
    chat,
    table,
    commandContext,
    prompt,
    prompting,
    onError,
    drafts,
    vim,
    hasGhosts: config.display.ghost_text,
    suggestFiles: createFileList(runtime.environment),
    attach: createAttach({ runtime, images, withSkills }),
    history: await openHistory(join(runtime.paths.home, 'history'), onError),
    signal: stop.signal,
    pasteImage: async () => (await pasteCommand(images).run('')).text,
    own: createOwnCommands({ runtime, frontEnd, prompt, work: chat }),
    first,
    ...(first !== '' && { firstContent: await firstContent(first, withSkills, image) }),
    open: async (target, text) => {
      const opened = await chat.open(target)
      remember(opened.id)
      dock.writeLines(text)
      for (const notice of await prepareResumed(opened, { store, agentFor, workingDirectory }))
        showLine(notice, frontEnd)
      await showConversation(opened, store, { ...frontEnd, times })
    },
  })
  await sayFarewell(chat, runtime, { dock, style, command: values.cli ? 'hermes --cli' : 'hermes' })
  return stop.code() ?? exitCode.ok
}

async function openFrontEndFor(context: CliContext): Promise<FrontEnd> {
  if (!isPlainTerminal(context.io.env)) return openFrontEnd(context)
  const { openPlainFrontEnd } = await import('./plain/open-plain-front-end.js')
  return openPlainFrontEnd(context.io)
}

async function sayFarewell(
  { conversation: { id } }: Chat,
  { store }: Runtime,
  { dock, style, command }: Pick<FrontEnd, 'dock' | 'style'> & { readonly command: string },
): Promise<void> {
  // Otherwise the shell would write behind the footer.
  dock.setFooter(undefined)
  if (await store.sessions.get(id)) dock.writeLines(`${style.muted(style.t`Resume with:`)} ${command} -r ${id}\n`)
}

function logFailure({ logger }: Runtime, error: unknown): void {
  logger.log('warn', safeText(error instanceof Error ? error.message : String(error)))
}
