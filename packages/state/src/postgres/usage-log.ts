import type { StoredMessage } from '@hermes/core'
import type { UsageLog } from '@hermes/core/sessions'
import type { UsageRow } from '../rows/schema.js'
import { fromAccountRow, toFindAccounts } from '../sqlite/usage-accounts.js'
import { prepareAppend } from './append-messages.js'
import type { PostgresConnection } from './connection.js'
import { sessionLane } from './session-lane.js'
import { positional } from './sql.js'
import { createUnconfirmedCommits } from './unconfirmed-commits.js'

export function createUsageLog({ read, write }: PostgresConnection): UsageLog {
  const unconfirmed = createUnconfirmedCommits<readonly StoredMessage[]>()
  return {
    async add(id, call) {
      const { request, store } = prepareAppend(id, [], { calls: [call] })
      await write({ lane: sessionLane(id), once: { request, unconfirmed } }, store)
    },
    async accounts(query = {}) {
      const { text, values } = toFindAccounts(query)
      const rows = await read<UsageRow>(positional(text, values))
      return Object.freeze(rows.map(fromAccountRow))
    },
  }
}
