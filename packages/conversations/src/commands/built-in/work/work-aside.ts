import type { CommandOutcome } from '../../../contracts/command-outcome.js'
import type { UserInput } from '../../../contracts/conversation.js'
import type { CommandContext } from '../../command.js'
import type { NewTarget } from '../sessions/new-target.js'
import { type Aside, describeAside, type FollowAside } from './aside.js'

/** The services of commands that start background work. */
export interface AsideServices {
  readonly newTarget: NewTarget
  /** Delivers the notice at the end. Default: the notice is only sent if this process is still running. */
  readonly followAside?: FollowAside
}

export interface WorkAside extends AsideServices, Pick<Aside, 'kind'> {
  readonly input: Pick<UserInput, 'content' | 'origins'>
}

/** Starts a turn in a new session, and reports its end in the conversation of the command. */
export async function workAside(
  { kind, input, newTarget, followAside }: WorkAside,
  context: CommandContext,
): Promise<CommandOutcome> {
  const { conversation, conversations, person, surface } = context
  const { choice, userId } = conversation
  const target = newTarget(context, { choice })
  const seed = { ...('seed' in target && target.seed), ...(userId !== undefined && { userId }) }
  // A key maps to one conversation, so background work is not stored under the chat's key.
  const opened = await conversations.open('key' in target ? { seed, choice } : { ...target, seed })
  const from = { person, surface }
  const inputId = `aside ${opened.id}`
  const aside = { id: opened.id, inputId, kind, conversation: conversation.id, from }
  const { accepted, ended } = opened.submit({ ...input, ...(followAside && { id: inputId }), as: 'message' }, from)
  const acceptance = await accepted
  if (acceptance.as === 'refused') return { type: 'error', text: acceptance.message }
  if (followAside) await followAside(aside, ended)
  else void ended.then((end) => conversation.notify({ code: 'background-ended', text: describeAside(aside, end) }))
  return { type: 'text', text: `It runs in the session ${opened.id}. You will be notified when it has ended.` }
}
