export { createAcpTransport } from './client/create-acp-transport.js'
export type { EditorConnection, EditorStreams } from './contracts/editor-connection.js'
export type {
  AskedModel,
  CallDescription,
  EditorHost,
  EditorWorkspace,
  OpenWorkspace,
  SignIn,
} from './contracts/editor-host.js'
export type { AcpTransportOptions, RemoteCall } from './contracts/remote-agent.js'
export { serveEditor } from './serve-editor.js'
