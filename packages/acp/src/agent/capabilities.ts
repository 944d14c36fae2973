import type {
  AuthMethod,
  ClientCapabilities,
  InitializeRequest,
  InitializeResponse,
} from '@agentclientprotocol/sdk/unstable'
import type { EditorHost, SignIn } from '../contracts/editor-host.js'

export const protocolVersion = 1

/**
 * Returns the answer to `initialize`. An editor with another version gets this one, and decides whether to continue.
 */
export function describeAgent(host: EditorHost, { clientCapabilities = {} }: InitializeRequest): InitializeResponse {
  return {
    protocolVersion,
    agentInfo: { name: 'hermes', title: 'Hermes', version: host.version },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, embeddedContext: true, audio: false },
      mcpCapabilities: { http: true, sse: true },
      sessionCapabilities: { list: {}, resume: {}, fork: {}, close: {} },
    },
    authMethods: authMethods(host, clientCapabilities),
  }
}

/** Returns the sign-ins that the editor can offer. */
export function authMethods(host: EditorHost, { auth }: ClientCapabilities): AuthMethod[] {
  return host
    .signIns()
    .filter(({ terminalArguments }) => terminalArguments === undefined || auth?.terminal === true)
    .map(toAuthMethod)
}

function toAuthMethod({ id, name, description, terminalArguments }: SignIn): AuthMethod {
  const method = { id, name, description }
  return terminalArguments ? { ...method, type: 'terminal', args: [...terminalArguments] } : method
}
