import type { Journey } from '@hermes/runtime'
import { english } from '@hermes/safety/language'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { tell } from '../../io.js'
import { withJourney } from './with-journey.js'

/** `hermes journey undo ID` */
export const undoEntry: CommandHandler = (context) =>
  change(context, english`Taken back.`, (journey, id) => journey.undo(id))

/** `hermes journey edit ID TEXT` */
export const editEntry: CommandHandler = (context) =>
  change(context, english`Changed.`, (journey, id) => journey.edit(id, context.parameters[1] ?? ''))

/** `hermes journey delete ID` */
export const deleteEntry: CommandHandler = (context) =>
  change(context, english`Deleted. \`hermes journey\` lists the deletion, which can be undone.`, (journey, id) =>
    journey.remove(id),
  )

async function change(
  context: CommandContext,
  done: string,
  apply: (journey: Journey, id: string) => Promise<void>,
): Promise<number> {
  await withJourney(context, (journey) => apply(journey, context.parameters[0] ?? ''))
  await tell(context.io, done)
  return exitCode.ok
}
