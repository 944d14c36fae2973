import { isContinuation, isDelegate, type SessionRecord } from '@hermes/core'
import { exitCode } from '../exit-code.js'
import { write, writeLine } from '../io.js'
import { toSessionRow } from '../sessions/session-row.js'
import { withStore } from '../setup/with-store.js'
import type { CommandHandler } from './command-handler.js'

const usualLimit = 20

/** `hermes sessions list` */
export const listSessions: CommandHandler = async (context) => {
  const { values, io } = context
  const found = await withStore(context, (store) =>
    store.sessions.find(values.source === undefined ? {} : { source: values.source }),
  )
  const isHidden = (record: SessionRecord) =>
    isContinuation(record) || (isDelegate(record) && values.source === undefined)
  const listed = values.all ? found : found.filter((record) => !isHidden(record))
  const limit = values.limit ?? (values.all ? 0 : usualLimit)
  const shown = limit === 0 ? listed : listed.slice(0, limit)
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify(shown.map(toSessionRow), undefined, 2))
  } else if (shown.length === 0) {
    await writeLine(io.stderr, 'There are no sessions yet.')
  } else {
    const { sessionTable } = await import('../render/session-table.js')
    await write(io.stdout, sessionTable(shown, { now: Date.now(), stream: io.stdout }))
  }
  return exitCode.ok
}
