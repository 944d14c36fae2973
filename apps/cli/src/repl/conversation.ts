import { lineageMembers, type Run, resolveSession, rootOf, type SessionRecord, StoreError } from '@hermes/core'
import type { ApprovalMode, Runtime } from '@hermes/runtime'

/** The session that a chat is in. It is stored with its first turn. */
export interface Conversation {
  /** `undefined` before the first turn of a new session. */
  readonly sessionId: string | undefined
  /** The record as it is stored now. */
  record(): Promise<SessionRecord | undefined>
  /** Goes on in a new session. @throws {StoreError} `conflict` when the title is taken. */
  startNew(title?: string): Promise<void>
  /** Goes on in a stored session. @throws {StoreError} `not-found`, `ambiguous`. */
  resume(reference: string): Promise<SessionRecord>
  title(): Promise<string | undefined>
  /** @throws {StoreError} `conflict` when the title is taken. */
  setTitle(title: string): Promise<void>
  run(text: string): Run
  /** Goes on with a turn that was cut short; `undefined` before the first turn of a new session. */
  resumeTurn(): Run | undefined
  /** Removes the session with all that was said. */
  delete(): Promise<void>
  /** What happens to dangerous commands of this session. A new session begins with what the settings say. */
  approvalMode: ApprovalMode
}

export interface ConversationOptions {
  readonly runtime: Runtime
  readonly workingDirectory: string
  /** Default: a new session. */
  readonly session?: SessionRecord
}

export async function createConversation(options: ConversationOptions): Promise<Conversation> {
  const { runtime, workingDirectory, session } = options
  const { store, agent, approvals } = runtime
  let sessionId = session && (await rootOf(store, session)).id
  let plannedTitle: string | undefined
  let plannedMode: ApprovalMode | undefined

  const requireFreeTitle = async (title: string) => {
    const [taken] = await store.sessions.find({ title, limit: 1 })
    if (taken)
      throw new StoreError('conflict', `The session ${taken.id} has the title "${title}" already: choose another one.`)
  }
  const record = async () => (sessionId === undefined ? undefined : store.sessions.get(sessionId))

  /** Plugins hear of it, and what runs in the background for the session ends. */
  const end = async (reason: string) => {
    if (sessionId !== undefined && (await record())) await agent.session(sessionId).end(reason)
  }

  return {
    get sessionId() {
      return sessionId
    },
    record,
    async startNew(title) {
      if (title !== undefined) await requireFreeTitle(title)
      await end('new_session')
      sessionId = undefined
      plannedTitle = title
      plannedMode = undefined
    },
    async resume(reference) {
      const found = await resolveSession(store, reference)
      sessionId = (await rootOf(store, found)).id
      plannedTitle = undefined
      plannedMode = undefined
      return found
    },
    title: async () => (await record())?.title ?? plannedTitle,
    async setTitle(title) {
      if (sessionId !== undefined) {
        await store.sessions.update(sessionId, { title })
      } else {
        await requireFreeTitle(title)
        plannedTitle = title
      }
    },
    run(text) {
      const title = sessionId === undefined ? plannedTitle : undefined
      const seed = { source: 'cli', workingDirectory, ...(title !== undefined && { title }) }
      const run = agent.run(text, { ...(sessionId !== undefined && { sessionId }), session: seed })
      sessionId = run.sessionId
      if (plannedMode !== undefined) approvals.setMode(sessionId, plannedMode)
      plannedMode = undefined
      return run
    },
    resumeTurn: () => (sessionId === undefined ? undefined : agent.resume(sessionId)),
    async delete() {
      await end('deleted')
      const stored = await record()
      for (const member of stored ? await lineageMembers(store, stored) : []) await store.sessions.delete(member.id)
      sessionId = undefined
    },
    get approvalMode() {
      return plannedMode ?? approvals.mode(sessionId)
    },
    set approvalMode(mode) {
      if (sessionId === undefined) plannedMode = mode
      else approvals.setMode(sessionId, mode)
    },
  }
}
