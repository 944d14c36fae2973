import type { CommandOutcome } from '../../contracts/command-outcome.js'
import type { UserInput } from '../../contracts/conversation.js'
import type { SubmissionEnd } from '../../contracts/submission.js'
import type { CommandContext } from '../command.js'
import type { NewTarget } from './new-target.js'

export interface WorkAside {
  readonly input: Pick<UserInput, 'content' | 'origins'>
  readonly newTarget: NewTarget
  /** The notice for the conversation at the end. `id`: of the session. */
  readonly describe: (end: SubmissionEnd, id: string) => string
}

/** Starts a turn in a new session, and reports its end in the conversation of the command. */
export async function workAside(
  { input, newTarget, describe }: WorkAside,
  context: CommandContext,
): Promise<CommandOutcome> {
  const { conversation, conversations, person, surface } = context
  const target = newTarget(context, { choice: conversation.choice })
  // A key has one conversation, so background work is not stored under the chat's key.
  const opened = await conversations.open('key' in target ? { seed: target.seed, choice: conversation.choice } : target)
  const { accepted, ended } = opened.submit({ ...input, as: 'message' }, { person, surface })
  const acceptance = await accepted
  if (acceptance.as === 'refused') return { type: 'error', text: acceptance.message }
  void ended.then((end) => conversation.notify({ code: 'background-ended', text: describe(end, opened.id) }))
  return { type: 'text', text: `It runs in the session ${opened.id}. You will be notified when it has ended.` }
}
