import type {
  AgentContext,
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
  /** Resolves when the update is written, so that an editor that does not read is not sent more. */
  update(update: SessionUpdate): Promise<void>
  requestPermission(
    request: Omit<RequestPermissionRequest, 'sessionId'>,
    signal: AbortSignal,
  ): Promise<RequestPermissionResponse>
}

export interface EditorFacts {
  readonly capabilities: ClientCapabilities
  readonly info?: Implementation
}

export function editorClient(
  context: AgentContext,
  sessionId: string,
  { capabilities, info }: EditorFacts,
): EditorClient {
  return {
    capabilities,
    // Whoever runs the program owns it.
    sender: {
      person: { id: 'local', role: 'admin' },
      surface: { kind: 'editor', ...(info && { name: info.name }) },
    },
    update: (update) => context.notify('session/update', { sessionId, update }),
    requestPermission: (request, signal) =>
      context.request(
        'session/request_permission',
        { sessionId, ...request },
        { cancellationSignal: signal, stopWaitingOnCancel: true },
      ),
  }
}
