import { type SessionId, type SideUsage, type SideUsageLog, StoreError } from '@hermes/core'
import type { Connection } from './connection.js'
import type { SideUsageRow } from './schema.js'
import { decodeText, encodeText } from './text.js'
import { addUsageColumns, fromUsageRow, toUsageValues } from './usage-columns.js'

const account = 'session_id = @id and task = @task and billing_provider = @provider and model = @model'

export function createSideUsageLog({ database, read, write }: Connection): SideUsageLog {
  const count = database.prepare(`update sessions set ${addUsageColumns} where id = @id`)
  const open = database.prepare(`
    insert into session_model_usage (session_id, task, billing_provider, model)
    values (@id, @task, @provider, @model) on conflict do nothing`)
  const add = database.prepare(`update session_model_usage set ${addUsageColumns} where ${account}`)
  const select = database.prepare<[SessionId], SideUsageRow>(
    'select * from session_model_usage where session_id = ? order by task, billing_provider, model',
  )

  return {
    async add(id, { usage, ...call }) {
      const names = {
        id,
        task: encodeText(call.task),
        provider: encodeText(call.provider),
        model: encodeText(call.model),
      }
      const values = toUsageValues(usage)
      return write(() => {
        if (count.run({ ...values, id }).changes === 0) throw unknownSession(id)
        open.run(names)
        add.run({ ...values, ...names })
      })
    },
    async load(id) {
      const rows = await read(() => select.all(id))
      return Object.freeze(rows.map(fromSideUsageRow))
    },
  }
}

function fromSideUsageRow(row: SideUsageRow): SideUsage {
  return {
    task: decodeText(row.task),
    provider: decodeText(row.billing_provider),
    model: decodeText(row.model),
    apiCallCount: row.api_call_count,
    usage: fromUsageRow(row),
  }
}

function unknownSession(id: SessionId): StoreError {
  return new StoreError('not-found', `There is no session ${id}: nothing was counted.`)
}
