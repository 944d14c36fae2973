import { isAbsolute } from 'node:path'
import {
  type AgentContext,
  type McpServer,
  type NewSessionRequest,
  RequestError,
} from '@agentclientprotocol/sdk/unstable'
import { restoreModel, resumedModel } from '@hermes/conversations'
import { branchConversation } from '@hermes/conversations/stored'
import type { SessionId, SessionRecord } from '@hermes/core'
import { generateSessionId, rootOf } from '@hermes/core/sessions'
import { withDefaultServices } from '@hermes/core/wiring'
import type { EditorFacts } from '../contracts/editor-client.js'
import type { EditorHost } from '../contracts/editor-host.js'
import { editorFiles } from '../files/editor-files.js'
import { createEditorClient } from './create-editor-client.js'
import { EditorSession } from './editor-session.js'

/** Where a session of an editor works. */
export interface Place {
  readonly context: AgentContext
  readonly cwd: string
  readonly mcpServers: readonly McpServer[]
}

/** The stored source of sessions that start in an editor. */
const source = 'acp'

/** The open sessions of one connection. */
export class Sessions implements AsyncDisposable {
  readonly #host: EditorHost
  readonly #facts: () => EditorFacts
  readonly #open = new Map<string, EditorSession>()

  constructor(host: EditorHost, facts: () => EditorFacts) {
    this.#host = host
    this.#facts = facts
  }

  /** Returns an open session. @throws {RequestError} when it is not open. */
  get(id: string): EditorSession {
    const session = this.#open.get(id)
    if (!session) throw RequestError.resourceNotFound(id)
    return session
  }

  /** Finds an open session, whose conversation may not be stored yet. */
  find(id: string): EditorSession | undefined {
    return this.#open.get(id)
  }

  create(place: Place): Promise<EditorSession> {
    return this.#begin(place)
  }

  /**
   * Opens a stored conversation. If it is already open in this editor, it stays unchanged.
   * @throws {RequestError} when there is no such conversation.
   */
  async resume(id: string, place: Place): Promise<EditorSession> {
    const open = this.#open.get(id)
    if (open) return open
    return this.#begin(place, await this.#stored(id))
  }

  /** Continues a conversation in a copy. @throws {RequestError} when there is no such conversation. */
  async fork(id: string, place: Place): Promise<EditorSession> {
    const { store } = this.#host
    const original = await this.#stored(id)
    const branch = await branchConversation(original.id, { store, id: generateSessionId(withDefaultServices()) })
    return this.#begin(place, branch)
  }

  /** Closes a session and interrupts its turn. The conversation stays stored. */
  async close(id: string): Promise<void> {
    const session = this.#open.get(id)
    this.#open.delete(id)
    await session?.[Symbol.asyncDispose]()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#open.keys()].map((id) => this.close(id)))
  }

  async #begin({ context, cwd: workingDirectory, mcpServers }: Place, record?: SessionRecord): Promise<EditorSession> {
    const { store } = this.#host
    const root = record && (await rootOf(store, record))
    // Any id of its lineage may name a conversation.
    const open = root && this.#open.get(root.id)
    if (open) return open
    const model = record && (await resumedModel({ store, session: record }))
    const id = root?.id ?? generateSessionId(withDefaultServices())
    const client = createEditorClient(context, id, this.#facts())
    const workspace = await this.#host.open({
      workingDirectory,
      mcpServers,
      ...(model && { model }),
      ...((client.readText ?? client.writeText) && {
        filesOf: (files) => editorFiles(files, { client, folder: workingDirectory }),
      }),
    })
    try {
      const { conversations, agentFor } = workspace
      const conversation = await conversations.open(root ? { id } : { id, seed: { source, workingDirectory } })
      if (root) await restoreModel(conversation, { store, agentFor, by: client.sender.person })
      const session = new EditorSession({ host: this.#host, client, workspace, conversation, workingDirectory })
      this.#open.set(session.id, session)
      return session
    } catch (error) {
      await workspace[Symbol.asyncDispose]()
      throw error
    }
  }

  async #stored(id: SessionId): Promise<SessionRecord> {
    const record = await this.#host.store.sessions.get(id)
    if (!record) throw RequestError.resourceNotFound(id)
    return record
  }
}

/**
 * Returns the place that a request names. @throws {RequestError} when its folder is not absolute, because the agent may
 * have been started anywhere.
 */
export function placeOf(
  context: AgentContext,
  { cwd, mcpServers = [] }: Partial<Pick<NewSessionRequest, 'mcpServers'>> & Pick<NewSessionRequest, 'cwd'>,
): Place {
  if (!isAbsolute(cwd)) throw RequestError.invalidParams({ cwd }, `The folder "${cwd}" must be an absolute path`)
  return { context, cwd, mcpServers }
}
