import type { ResultOf } from '@hermes/rpc/schemas'
import { english } from '@hermes/safety/language'
import { performOutcome } from '../outcomes/perform-outcome.js'
import { findRequest } from '../search/find-command.js'
import type { PersonCommands } from '../sessions/person-commands.js'
import type { WatchedSession } from '../sessions/watched-session.js'
import { showAgents, showSearch } from './show-panels.js'
import type { Stage } from './stage.js'
import { switchSession } from './switch-session.js'

/** Performs what a person has typed: a command that they run themselves, a command of the session, or a prompt. */
export async function submitLine(stage: Stage, text: string): Promise<void> {
  const { commands } = stage.options.prompt ?? {}
  if (commands?.isOwn(text)) return runPersonal(stage, commands, text)
  return text.startsWith('/') ? dispatchTyped(stage, text) : submitPrompt(stage, text)
}

/** Sends a prompt with its files, its images and the output of commands. */
export async function submitPrompt({ options, session }: Stage, text: string): Promise<void> {
  const { files, images, commands } = options.prompt ?? {}
  const { shown } = session
  const { workingDirectory } = shown.snapshot
  const attached = (await files?.attach(workingDirectory, text)) ?? { content: text, problems: [] }
  const joined = (await images?.join(attached.content, text)) ?? { content: attached.content, problems: [] }
  for (const problem of [...attached.problems, ...joined.problems]) shown.note('warning', problem)
  const content = commands?.join(workingDirectory, joined.content) ?? joined.content
  const { acceptance } = await session.call('prompt.submit', { sessionId: shown.id, content, as: 'message' })
  if (acceptance.as === 'refused') shown.note('warning', acceptance.message ?? english`The prompt was refused.`)
}

/** Pastes an image. Only the terminal itself has a clipboard. */
export async function pasteImage(stage: Stage): Promise<void> {
  const done = await stage.options.own?.run('/paste')
  if (done && stage.session.isOpen) await perform(stage, done, stage.session.shown)
}

async function runPersonal({ session }: Stage, commands: PersonCommands, line: string): Promise<void> {
  const { shown } = session
  const print = shown.showCommand(line)
  await commands.run(line, { workingDirectory: shown.snapshot.workingDirectory, print })
}

/** Dispatches a typed command. A command that opens a panel leaves nothing in the conversation. */
async function dispatchTyped(stage: Stage, line: string): Promise<void> {
  const { session, commands } = stage
  if (commands.leaves(line)) return stage.leave()
  if (line.trim() === '/sessions') return switchSession(stage)
  if (line.trim() === '/agents') return showAgents(stage)
  const sought = findRequest(line)
  if (sought !== undefined) return showSearch(stage, sought)
  return dispatchLine(stage, line, { shown: session.shown, isTyped: true })
}

interface Dispatched {
  readonly shown: WatchedSession
  /** Whether the line was typed. A choice from a list is not shown, because the answer says what it was. */
  readonly isTyped: boolean
}

async function dispatchLine(stage: Stage, line: string, { shown, isTyped }: Dispatched): Promise<void> {
  const { options, session, screen } = stage
  const done = await options.own?.run(line)
  if (done) {
    if (isTyped) shown.showCommand(line)
    // The command may have changed the look.
    screen.redraw()
    return perform(stage, done, shown)
  }
  const found = await session.call('command.resolve', { sessionId: shown.id, line })
  if (found.type === 'message') return submitPrompt(stage, line)
  if (isTyped) shown.showCommand(line)
  const answered = session.call('command.dispatch', { sessionId: shown.id, line })
  const { outcome } = await answered.finally(() => shown.endCommand())
  return perform(stage, outcome, shown)
}

function perform(stage: Stage, outcome: ResultOf<'command.dispatch'>['outcome'], shown: WatchedSession): Promise<void> {
  const { session, screen, leave, options } = stage
  const dispatch = (line: string, of: WatchedSession) => dispatchLine(stage, line, { shown: of, isTyped: false })
  return performOutcome(outcome, { session, shown, screen, look: options.look, dispatch, leave })
}
