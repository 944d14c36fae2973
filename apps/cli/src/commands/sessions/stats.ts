import { statSync } from 'node:fs'
import { type SessionStats, sessionStatsOf, toUsageJson } from '@hermes/conversations/stored'
import { costOf } from '@hermes/core'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { write, writeLine } from '../../io.js'
import { formatAge, formatBytes, formatCount, plural } from '../../render/format.js'
import { formatCost, formatTokensUsed } from '../../render/format-cost.js'
import { oneLine } from '../../render/safe-text.js'
import { findHome } from '../../setup/open-home.js'
import { storeOutsideHome } from '../../setup/store-file.js'
import { withStore } from '../../setup/with-store.js'

/** `hermes sessions stats` */
export const sessionStats: CommandHandler = async (context) => {
  const { values, io } = context
  const stats = sessionStatsOf(await withStore(context, (store) => store.sessions.find()))
  const bytes = (await storeOutsideHome(context)) !== undefined ? undefined : bytesOf(findHome(context).state)
  if (values.json) await writeLine(io.stdout, JSON.stringify(toJson(stats, bytes), undefined, 2))
  else await write(io.stdout, toTable(stats, bytes, Date.now()))
  return exitCode.ok
}

/** Of the file and its write-ahead log, which may contain the newest writes. */
function bytesOf(path: string): number {
  const sizes = [path, `${path}-wal`].map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0)
  return sizes.reduce((sum, size) => sum + size, 0)
}

function toTable(stats: SessionStats, bytes: number | undefined, nowMs: number): string {
  const { oldestMs, newestMs, usage } = stats
  const rows: (readonly [name: string, value: string])[] = [
    ['Conversations', `${formatCount(stats.conversations)}, in ${plural(stats.sessions, 'session')}`],
    ['Messages', formatCount(stats.messages)],
    ['Tool calls', formatCount(stats.toolCalls)],
    ['Model calls', formatCount(stats.apiCalls)],
    ['Tokens', formatTokensUsed(usage)],
    ['Cost', stats.apiCalls === 0 ? 'nothing yet' : formatCost(costOf(usage))],
    ['On the disk', bytes === undefined ? 'in PostgreSQL' : formatBytes(bytes)],
  ]
  if (oldestMs !== undefined) rows.push(['First started', formatAge(oldestMs, nowMs)])
  if (newestMs !== undefined) rows.push(['Last active', formatAge(newestMs, nowMs)])
  for (const { source, sessions, messages } of stats.sources) {
    rows.push([`From ${oneLine(source)}`, `${plural(sessions, 'session')}, ${plural(messages, 'message')}`])
  }
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}\n`).join('')
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
