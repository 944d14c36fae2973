import type { Database } from '../../connection/driver/database.js'

export interface Miscount {
  readonly id: string
  readonly counted: number
  readonly stored: number
  readonly toolCalls: number
  readonly storedToolCalls: number
}

const perSession = `
  select session_id as id, count(*) as messages,
    sum(case when role = 'assistant' and json_valid(tool_calls) then json_array_length(tool_calls) else 0 end) as tool_calls
  from messages group by session_id`

const selectMiscounts = `
  select s.id, s.message_count as stored, coalesce(c.messages, 0) as counted,
    s.tool_call_count as storedToolCalls, coalesce(c.tool_calls, 0) as toolCalls
  from sessions s left join (${perSession}) c on c.id = s.id
  where s.message_count <> coalesce(c.messages, 0) or s.tool_call_count <> coalesce(c.tool_calls, 0)
  order by s.id`

/** Finds sessions whose counters do not match their messages. */
export function findMiscounts(database: Database): readonly Miscount[] {
  return database.prepare<[], Miscount>(selectMiscounts).all()
}

/** Corrects the counters of sessions. Call it inside a transaction. */
export function recount(database: Database): readonly Miscount[] {
  const miscounts = findMiscounts(database)
  const update = database.prepare('update sessions set message_count = ?, tool_call_count = ? where id = ?')
  for (const { counted, toolCalls, id } of miscounts) update.run(counted, toolCalls, id)
  return miscounts
}
