import { existsSync } from 'node:fs'
import type { SessionStore, SessionSummary } from '@hermes/core'
import { isContinuation, isUnlisted } from '@hermes/core/sessions'
import { openJobs, openStore, readStoreSettings, storeKindOf } from '@hermes/runtime'
import { configOf } from './settings.js'
import type { ValueRequest, ValueSource } from './value-source.js'

/** More sessions do not help to choose one, and take time to read. */
const maxSessions = 200

const usual = [
  { word: 'latest', description: 'the newest session' },
  { word: '@claude', description: 'a session of Claude Code' },
  { word: '@codex', description: 'a session of Codex' },
]

/** Completes ids with their titles, newest first. Once something is typed, titles are completed as well. */
export const sessionValues: ValueSource = async (request) => {
  const found = await withStoreOf(request, (store) => store.sessions.find({ archived: false, limit: maxSessions }))
  const listed = (found ?? []).filter((session) => !isContinuation(session) && !isUnlisted(session))
  const ids = listed.map(({ id, title }) => ({ word: id, ...(title !== undefined && { description: title }) }))
  const titles = request.typed === '' ? [] : listed.flatMap(titleOf)
  return [...usual, ...ids, ...titles]
}

export const jobValues: ValueSource = async (request) => {
  const { cron } = await configOf(request)
  const jobs = await withStoreOf(request, (store) => openJobs(store, cron).list())
  return (jobs ?? []).map(({ id, name }) => ({ word: id, description: name }))
}

function titleOf({ id, title }: SessionSummary): readonly { readonly word: string; readonly description: string }[] {
  return title === undefined ? [] : [{ word: title, description: id }]
}

/** Resolves to `undefined` when nothing is stored yet: a completion never creates a store. */
async function withStoreOf<Result>(
  { paths, io }: ValueRequest,
  use: (store: SessionStore) => Promise<Result>,
): Promise<Result | undefined> {
  const settings = await readStoreSettings({ paths, variables: io.env })
  if (storeKindOf(settings) === 'sqlite' && !existsSync(paths.state)) return undefined
  await using store = await openStore(paths, { ...settings, variables: io.env })
  return await use(store)
}
