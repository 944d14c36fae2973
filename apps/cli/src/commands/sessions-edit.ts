import { lineageMembers, resolveSession, rootOf } from '@hermes/core'
import { exitCode } from '../exit-code.js'
import { writeLine } from '../io.js'
import { oneLine } from '../render/safe-text.js'
import { confirm } from '../setup/confirm.js'
import { withStore } from '../setup/with-store.js'
import { UsageError } from '../usage-error.js'
import type { CommandHandler } from './command-handler.js'

/** `hermes sessions rename SESSION TITLE` */
export const renameSession: CommandHandler = async (context) => {
  const [reference = '', ...words] = context.parameters
  const title = words.join(' ').trim()
  if (title === '') throw new UsageError('The title is empty.')
  const id = await withStore(context, async (store) => {
    const root = await rootOf(store, await resolveSession(store, reference))
    return (await store.sessions.update(root.id, { title })).id
  })
  await writeLine(context.io.stderr, `${id} is now "${oneLine(title)}".`)
  return exitCode.ok
}

/** `hermes sessions delete SESSION`: the whole conversation, its continuations included. */
export const deleteSession: CommandHandler = async (context) => {
  const {
    io,
    values,
    parameters: [reference = ''],
  } = context
  return withStore(context, async (store) => {
    const members = await lineageMembers(store, await resolveSession(store, reference))
    const [root] = members
    if (!root) return exitCode.failed
    const name = root.title === undefined ? root.id : `${root.id} ("${oneLine(root.title)}")`
    if (!values.yes && !(await confirm(io, `Delete ${name} and its messages for good?`))) {
      await writeLine(io.stderr, 'Nothing was deleted.')
      return exitCode.failed
    }
    for (const member of members) await store.sessions.delete(member.id)
    await writeLine(io.stderr, `${name} was deleted.`)
    return exitCode.ok
  })
}
