import { toFoundRow, withConversations } from '@hermes/conversations/stored'
import { HermesError } from '@hermes/core'
import type { SearchQuery } from '@hermes/core/sessions'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { parseSince } from '../../arguments/parse-when.js'
import { exitCode } from '../../exit-code.js'
import { write, writeLine } from '../../io.js'
import { widthOf } from '../../render/screen/screen.js'
import { createStyle, wantsColor } from '../../render/text/style.js'
import { withStoreToRead } from '../../setup/with-store.js'
import { UsageError } from '../../usage-error.js'

const usualLimit = 20
/** Limit that `--limit 0` stands for. */
const noLimit = Number.MAX_SAFE_INTEGER

/** `hermes sessions search QUERY` */
export const searchSessions: CommandHandler = async (context) => {
  const { values, io } = context
  const nowMs = Date.now()
  const query = toQuery(context, nowMs)
  const found = await withStoreToRead(context, async (store) => {
    if (!store.search) throw cannotSearch()
    return withConversations(store, await store.search.find(query))
  })
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify(found.map(toFoundRow), undefined, 2))
  } else if (found.length === 0) {
    await writeLine(io.stderr, io.t`Nothing was found.`)
  } else {
    const { renderFound } = await import('./render/render-found.js')
    const isRefused = values['no-color'] === true
    const style = createStyle(wantsColor({ stream: io.stdout, env: io.env, isRefused }), io.t)
    await write(io.stdout, renderFound(found, { query: query.text, nowMs, style, ...widthOf(io.stdout) }))
  }
  return exitCode.ok
}

function toQuery({ values, parameters }: CommandContext, nowMs: number): SearchQuery {
  const text = parameters.join(' ')
  if (!/[\p{L}\p{N}\p{Emoji_Presentation}\p{Extended_Pictographic}]/u.test(text)) {
    throw new UsageError('There is no word to search for.')
  }
  return {
    text,
    limit: values.limit === 0 ? noLimit : (values.limit ?? usualLimit),
    ...(values.role !== undefined && { roles: [values.role] }),
    ...(values.source !== undefined && { sources: [values.source] }),
    ...(values.since !== undefined && { sinceMs: parseSince('--since', values.since, nowMs) }),
  }
}

function cannotSearch(): HermesError {
  return new HermesError('cli/no-search', 'The session store cannot search: use one that keeps its sessions in SQLite.')
}
