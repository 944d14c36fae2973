import type {
  ClientCapabilities,
  Implementation,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionUpdate,
} from '@agentclientprotocol/sdk/unstable'
import type { Sender } from '@hermes/conversations'

/** The editor at the other end, as one session sees it. */
export interface EditorClient {
  readonly capabilities: ClientCapabilities
  readonly sender: Sender
  /** Reads the text of a file in the editor. Absent if the editor does not share files. */
  readonly readText?: (path: string) => Promise<string>
  /** Replaces the text of a file in the editor. Absent if the editor does not accept texts. */
  readonly writeText?: (path: string, content: string) => Promise<void>
  /** Sends an update. Resolves when it is written, so that no more updates are sent to an editor that does not read. */
  update(update: SessionUpdate): Promise<void>
  /** Asks with a form. Resolves to `undefined` if the person declines. Absent if the editor has no forms. */
  readonly ask?: (text: string, choices: readonly string[], signal: AbortSignal) => Promise<string | undefined>
  requestPermission(
    request: Omit<RequestPermissionRequest, 'sessionId'>,
    signal: AbortSignal,
  ): Promise<RequestPermissionResponse>
}

export interface EditorFacts {
  readonly capabilities: ClientCapabilities
  readonly info?: Implementation
}
