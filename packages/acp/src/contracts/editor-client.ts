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
  /** The text of a file in the editor. Absent if the editor does not share files. */
  readonly readText?: (path: string) => Promise<string>
  /** Replaces the text of a file in the editor. Absent if the editor does not take texts. */
  readonly writeText?: (path: string, content: string) => Promise<void>
  /** Resolves when the update is written, so that an editor that does not read is not sent more. */
  update(update: SessionUpdate): Promise<void>
  /** Asks with a form; `undefined` if the person declines. Absent if the editor has no forms. */
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
