import { writeFile } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import {
  conversationsOf,
  deleteConversation,
  exportFormats,
  loadExported,
  renameConversation,
  setArchived,
} from '@hermes/conversations/stored'
import { HermesError, type SessionRecord, type SessionStore, type SessionSummary } from '@hermes/core'
import { newestOf } from '@hermes/core/sessions'
import { english, type Translate } from '@hermes/safety/language'
import { prefixQuery, type TextMatches } from './match-session.js'
import { loadPreview, type Preview } from './preview.js'
import type { SessionBrowser, StoreAction } from './session-browser.js'

/** Data of the browser, and its operations on the store. */
export interface BrowserSource {
  readonly sessions: readonly SessionSummary[]
  preview(id: string): Promise<Preview | undefined>
  search(text: string): Promise<TextMatches>
  /** Performs an action and updates the list. */
  perform(action: StoreAction, browser: Pick<SessionBrowser, 'replace' | 'say'>): Promise<void>
}

export interface BrowserSourceOptions {
  readonly store: SessionStore
  readonly sessions: readonly SessionSummary[]
  readonly workingDirectory: string
  readonly t: Translate
}

const mostHits = 500

export async function createBrowserSource(options: BrowserSourceOptions): Promise<BrowserSource> {
  const { store, sessions, workingDirectory, t } = options
  const conversations = conversationsOf(await store.sessions.find())
  const roots = new Map(conversations.flatMap(({ root, members }) => members.map(({ id }) => [id, root.id] as const)))
  const recordOf = async ({ id }: SessionSummary): Promise<SessionRecord> => {
    const record = await store.sessions.get(id)
    if (!record) throw new HermesError('cli/gone', `The session ${id} has been deleted.`)
    return record
  }
  return {
    sessions,
    async preview(id) {
      const record = await store.sessions.get(id)
      return record && loadPreview(store, { id, newestId: (await newestOf(store, record)).id, t })
    },
    async search(text) {
      const query = prefixQuery(text)
      const hits =
        query === '' ? [] : ((await store.search?.find({ text: query, order: 'newest', limit: mostHits })) ?? [])
      // If several sessions of a conversation match, the newest one is shown.
      const found = hits.map(
        ({ message, snippet }) => [roots.get(message.sessionId) ?? message.sessionId, snippet] as const,
      )
      return new Map(found.toReversed())
    },
    async perform(action, browser) {
      const { session } = action
      const record = await recordOf(session)
      if (action.type === 'archive') {
        await setArchived(store, session.id, action.archived)
        browser.replace(session.id, { ...session, archived: action.archived })
        browser.say(action.archived ? english`Archived: hidden from lists. \`a\` unarchives it.` : english`Unarchived.`)
      } else if (action.type === 'rename') {
        const { title } = await renameConversation(store, record, action.text)
        browser.replace(session.id, { ...session, title })
        browser.say(english`It is now "${title}".`)
      } else if (action.type === 'delete') {
        await deleteConversation(store, session.id)
        browser.replace(session.id, undefined)
        browser.say(english`Deleted: ${session.title ?? session.id}`)
      } else {
        browser.say(english`Written: ${await exportTo(resolve(workingDirectory, action.text), session.id)}`)
      }
    },
  }

  async function exportTo(path: string, id: string): Promise<string> {
    const name = extname(path).slice(1)
    if (name !== 'md' && name !== 'html' && name !== 'jsonl') {
      throw new HermesError('cli/export', 'Use a name that ends in .md, .html or .jsonl.')
    }
    const format = exportFormats[name]
    const members = conversations.find(({ root }) => root.id === id)?.members ?? []
    const texts: string[] = []
    for (const member of members) {
      const exported = await loadExported(store, member.id)
      if (exported) texts.push(format.toText(exported))
    }
    await writeFile(path, [format.start, ...texts, format.end].join(''), { flag: 'wx', mode: 0o600 }).catch(cannotWrite)
    return path
  }
}

function cannotWrite(cause: NodeJS.ErrnoException): never {
  const reason = cause.code === 'EEXIST' ? english`the file exists already` : (cause.code ?? cause.message)
  throw new HermesError('cli/export', `Not written: ${reason}.`, { cause })
}
