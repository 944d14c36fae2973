import { statSync } from 'node:fs'
import { type SessionStats, sessionStatsOf, toUsageJson } from '@hermes/conversations/stored'
import { costOf } from '@hermes/core'
import type { Translate } from '@hermes/safety/language'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { write, writeLine } from '../../io.js'
import { formatAge, formatBytes, formatCount } from '../../render/text/format.js'
import { formatCost, formatTokensUsed } from '../../render/text/format-cost.js'
import { oneLine } from '../../render/text/safe-text.js'
import { padded, textWidth } from '../../render/text/text-width.js'
import { findHome } from '../../setup/open-home.js'
import { storeOutsideHome } from '../../setup/store-file.js'
import { withStoreToRead } from '../../setup/with-store.js'

/** `hermes sessions stats` */
export const sessionStats: CommandHandler = async (context) => {
  const { values, io } = context
  const stats = sessionStatsOf(await withStoreToRead(context, (store) => store.sessions.find()))
  const bytes = (await storeOutsideHome(context)) !== undefined ? undefined : bytesOf(findHome(context).state)
  if (values.json) await writeLine(io.stdout, JSON.stringify(toJson(stats, bytes), undefined, 2))
  else await write(io.stdout, toTable(stats, bytes, io.t))
  return exitCode.ok
}

/** Returns the size of the file and its write-ahead log, which may contain the newest writes, in bytes. */
function bytesOf(path: string): number {
  const sizes = [path, `${path}-wal`].map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0)
  return sizes.reduce((sum, size) => sum + size, 0)
}

function toTable(stats: SessionStats, bytes: number | undefined, t: Translate): string {
  const nowMs = Date.now()
  const { oldestMs, newestMs, usage } = stats
  const rows: (readonly [name: string, value: string])[] = [
    [t`Conversations`, t`${formatCount(stats.conversations)}, in ${t.count(stats.sessions, 'session')}`],
    [t`Messages`, formatCount(stats.messages)],
    [t`Tool calls`, formatCount(stats.toolCalls)],
    [t`Model calls`, formatCount(stats.apiCalls)],
    [t`Tokens`, formatTokensUsed(usage, t)],
    [t`Cost`, stats.apiCalls === 0 ? t`nothing yet` : formatCost(costOf(usage), t)],
    [t`On the disk`, bytes === undefined ? t`in PostgreSQL` : formatBytes(bytes)],
  ]
  if (oldestMs !== undefined) rows.push([t`First started`, formatAge(oldestMs, nowMs, t)])
  if (newestMs !== undefined) rows.push([t`Last active`, formatAge(newestMs, nowMs, t)])
  for (const { source, sessions, messages } of stats.sources) {
    rows.push([t`From ${oneLine(source)}`, [t.count(sessions, 'session'), t.count(messages, 'message')].join(t`, `)])
  }
  const width = Math.max(...rows.map(([name]) => textWidth(name)))
  return rows.map(([name, value]) => `  ${padded(name, width)}  ${value}\n`).join('')
}

function toJson(stats: SessionStats, bytes: number | undefined) {
  return {
    conversations: stats.conversations,
    sessions: stats.sessions,
    messages: stats.messages,
    tool_calls: stats.toolCalls,
    api_calls: stats.apiCalls,
    ...toUsageJson(stats.usage),
    bytes: bytes ?? null,
    oldest: stats.oldestMs === undefined ? null : stats.oldestMs / 1000,
    newest: stats.newestMs === undefined ? null : stats.newestMs / 1000,
    sources: stats.sources,
  }
}
