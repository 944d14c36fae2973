import type { ChoiceOption, CommandOutcome } from '../../../contracts/command-outcome.js'
import type { ChoiceChanges } from '../../../contracts/conversation.js'
import type { CommandContext } from '../../command.js'

/** Changes the conversation's choice from the next turn on. */
export async function chooseSetting(
  { conversation, person }: CommandContext,
  changes: ChoiceChanges,
  text: string,
): Promise<CommandOutcome> {
  await conversation.choose(changes, person)
  return {
    type: 'text',
    text: conversation.state.activity === 'idle' ? text : `${text} It applies from the next turn on.`,
  }
}

/** Offers a fixed set of values for a setting. */
export function offerValues(
  prompt: string,
  values: readonly { readonly label: string; readonly detail?: string; readonly isCurrent: boolean }[],
  command: string,
): CommandOutcome {
  const options = values.map(
    ({ label, detail, isCurrent }): ChoiceOption => ({
      label,
      command: `${command} ${label}`,
      ...(detail !== undefined && { detail }),
      ...(isCurrent && { isCurrent }),
    }),
  )
  return { type: 'choice', prompt, options }
}
