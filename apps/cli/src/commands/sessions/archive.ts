import { setArchived } from '@hermes/conversations/stored'
import { resolveSession, rootOf } from '@hermes/core/sessions'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { withStore } from '../../setup/with-store.js'
import { nameOf } from './find/name-of.js'

/** `hermes sessions archive SESSION...`: hides sessions from lists without deleting anything. */
export const archiveSessions: CommandHandler = (context) => mark(context, true)

/** `hermes sessions unarchive SESSION...` */
export const unarchiveSessions: CommandHandler = (context) => mark(context, false)

async function mark(context: CommandContext, archived: boolean): Promise<number> {
  await withStore(context, async (store) => {
    const references = new Set(context.parameters)
    const records = await Promise.all([...references].map((reference) => resolveSession(store, reference)))
    for (const record of records) {
      await setArchived(store, record.id, archived)
      const name = nameOf(await rootOf(store, record))
      const { stderr, t } = context.io
      await writeLine(stderr, archived ? t`${name} was archived.` : t`${name} was restored to the lists.`)
    }
  })
  return exitCode.ok
}
