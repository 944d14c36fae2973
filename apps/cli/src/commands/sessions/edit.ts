import { deleteConversation, renameConversation } from '@hermes/conversations/stored'
import { resolveSession, rootOf } from '@hermes/core/sessions'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { confirm } from '../../setup/confirm.js'
import { withStore } from '../../setup/with-store.js'
import { nameOf } from './find/name-of.js'

/** `hermes sessions rename SESSION TITLE` */
export const renameSession: CommandHandler = async (context) => {
  const [reference = '', ...words] = context.parameters
  const { id, title } = await withStore(context, async (store) =>
    renameConversation(store, await resolveSession(store, reference), words.join(' ')),
  )
  await writeLine(context.io.stderr, context.io.t`${id} is now "${title}".`)
  return exitCode.ok
}

/** `hermes sessions delete SESSION`: deletes the whole conversation, including its continuations. */
export const deleteSession: CommandHandler = async (context) => {
  const {
    io,
    values,
    parameters: [reference = ''],
  } = context
  return withStore(context, async (store) => {
    const record = await resolveSession(store, reference)
    const name = nameOf(await rootOf(store, record))
    if (!values.yes && !(await confirm(io, io.t`Delete ${name} and its messages permanently?`))) {
      await writeLine(io.stderr, io.t`Nothing was deleted.`)
      return exitCode.failed
    }
    await deleteConversation(store, record.id)
    await writeLine(io.stderr, io.t`${name} was deleted.`)
    return exitCode.ok
  })
}
